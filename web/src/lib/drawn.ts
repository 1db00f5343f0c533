/** The table first, then all that nobody sees or touches in its first moment. */

/** Act when what is on the page now has been drawn; answers with how to call it off. */
export function afterDrawing(act: () => void): () => void {
  // Nothing is drawn on a page that nobody looks at.
  if (document.hidden) {
    act();
    return () => {};
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The first frame draws it; when the second begins, it is on the screen.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => (timer = setTimeout(act)));
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
