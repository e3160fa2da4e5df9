// A board in React, on `useSyncExternalStore`.

import { memo, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { squares } from './squares.js'

/** Renders again only if its piece or mark changes: the store keeps the identity of the rest. */
const Cell = memo(function Cell({ square, piece, marked, onPick }) {
  globalThis.rendered.push(square)
  const text = piece ? piece.color + piece.type + (piece.carrying ?? []).map(({ type }) => type).join('') : ''
  return <button data-square={square} className={marked ? 'marked' : ''} onClick={() => onPick(square)}>{text}</button>
})

let pick
const onPick = (square) => pick(square)

function Board({ store }) {
  const snapshot = useSyncExternalStore(store.subscribe, store.getSnapshot)
  const [selected, select] = useState(null)
  const movers = snapshot.destinations[selected] ?? []
  const targets = new Set(movers.flatMap(({ moves }) => moves.map(({ to }) => to)))
  pick = (square) => {
    if (targets.has(square)) store.play({ from: selected, to: square })
    select(targets.has(square) ? null : square)
  }
  return (
    <>
      <p id="turn">{snapshot.turn} {snapshot.turns}</p>
      <button id="undo" disabled={!snapshot.canUndo} onClick={() => store.undo()}>undo</button>
      {squares.map((square) => (
        <Cell key={square} square={square} piece={snapshot.pieces[square]} marked={targets.has(square)} onPick={onPick} />
      ))}
    </>
  )
}

export function mountBoard(store, target) {
  createRoot(target).render(<Board store={store} />)
}
