// The learn page.

/** @type {import('./types.js').Mount} */
export function mount() {
  return () => {}
}
