/** Texts with places to fill in: `{name}`, and one form for each kind of number. */

export type Text = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Params = Record<string, string | number>;

/** Fill in a text; a text with plural forms chooses by the parameter `n`. */
export function fill(text: Text, params: Params, language: string): string {
  const form = typeof text === 'string' ? text : choose(text, Number(params['n'] ?? 0), language);
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? written(value, language) : value;
  });
}

function choose(text: Exclude<Text, string>, n: number, language: string): string {
  const kind = isSmall(n) ? kindOf(n, language) : plurals(language).select(n);
  return text[kind] ?? text.other ?? '';
}

/** The numbers of a game are small: they need none of the browser's tables, which load slowly. */
function isSmall(n: number): boolean {
  return Number.isInteger(n) && n >= 0 && n < 1000;
}

function kindOf(n: number, language: string): Intl.LDMLPluralRule {
  if (n === 1) return 'one';
  return language === 'cs' && n >= 2 && n <= 4 ? 'few' : 'other';
}

function written(n: number, language: string): string {
  return isSmall(n) ? String(n) : numbers(language).format(n);
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
