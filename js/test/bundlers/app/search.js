import { Engine, selectAiMove } from 'cotulenh-bitboard'

/** What the engine answers, in a worker of its own. */
export async function search(fen, source) {
  const engine = new Engine({ hash: 1, ...source })
  const { lan, san, depth, nodes } = await engine.bestMove(fen, { depth: 3 })
  engine.dispose()
  const move = await selectAiMove(fen, 'easy', { seed: 7, ...source })
  return { lan, san, depth, nodes, selected: move.san }
}
