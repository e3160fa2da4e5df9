/** Comments and clocks of a game. They belong to positions, which are identified by their FENs. */

import { hasOpenDeploy } from './fen.js'

/** A comment and a clock of a PGN, each of which may be missing. */
export type PgnNote = [fen: string, comment: string | null, clock: string | null]

export class Annotations {
  readonly comments = new Map<string, string>()
  readonly clocks = new Map<string, string>()
  /** The FENs inside deploys that the loaded PGN annotates. */
  readonly loadedStages: readonly string[]

  constructor(notes: readonly PgnNote[] = []) {
    for (const [fen, comment, clock] of notes) {
      if (comment !== null) this.comments.set(fen, comment)
      if (clock !== null) this.clocks.set(fen, clock)
    }
    this.loadedStages = notes.map(([fen]) => fen).filter(hasOpenDeploy)
  }

  /** Moves the annotations of a position to the one that replaces it. */
  rename(from: string, to: string): void {
    for (const notes of [this.comments, this.clocks]) {
      const note = notes.get(from)
      notes.delete(from)
      if (note !== undefined) notes.set(to, note)
    }
  }
}
