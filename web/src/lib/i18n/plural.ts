/** Texts with places to fill in: `{name}`, and one form for each kind of number. */

export type Text = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Params = Record<string, string | number>;

/** Fill in a text; a text with plural forms chooses by the parameter `n`. */
export function fill(text: Text, params: Params, language: string): string {
  const form = typeof text === 'string' ? text : choose(text, Number(params['n'] ?? 0), language);
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? numbers(language).format(value) : value;
  });
}

function choose(text: Exclude<Text, string>, n: number, language: string): string {
  return text[plurals(language).select(n)] ?? text.other ?? '';
}

const numbers = once((language) => new Intl.NumberFormat(language));
const plurals = once((language) => new Intl.PluralRules(language));

/** These take long to make, and a table says hundreds of texts. */
function once<T>(make: (language: string) => T): (language: string) => T {
  const made = new Map<string, T>();
  return (language) => {
    const known = made.get(language) ?? make(language);
    made.set(language, known);
    return known;
  };
}
