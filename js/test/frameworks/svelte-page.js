import { createGameStore } from 'cotulenh-bitboard'
import { mount } from 'svelte'
import Board from './Board.svelte'

globalThis.store = createGameStore()
mount(Board, { target: document.body, props: { store: globalThis.store } })
