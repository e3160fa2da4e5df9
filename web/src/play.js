// The page on which games are played.

/** @type {import('./types.js').Mount} */
export function mount() {
  return () => {}
}
