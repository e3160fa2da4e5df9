import { createGameStore } from 'cotulenh-bitboard'
import { mountBoard } from './Board.jsx'

globalThis.rendered = []
globalThis.store = createGameStore()
mountBoard(globalThis.store, document.body.appendChild(document.createElement('main')))
