/** Only where it exists, and no more of it than tells that. */
declare const process: { versions?: { node?: string } } | undefined
