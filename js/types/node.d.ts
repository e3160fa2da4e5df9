/** Defined in Node only; no other property is used. */
declare const process: { versions?: { node?: string } } | undefined
