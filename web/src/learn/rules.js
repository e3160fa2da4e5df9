// One card for each special rule. Red is always to move.

import { fenOf } from '../fen.js'
import { all, arrived, check, complete, exists, kind, moved, stands, taken, undecided, won } from './goals.js'
import { HOME } from './pieces.js'

/** @type {import('./cards.js').Card[]} */
export const RULE_CARDS = [
  {
    id: 'terrain',
    symbol: 'N',
    tasks: [
      {
        fen: fenOf(`${HOME} Nb7 Tg4 ig9 tk9`),
        goal: all(moved('N'), arrived('e7')),
        solution: ['Nb7e7'],
      },
      {
        fen: fenOf(`${HOME} Af5 Ti4 ii9 td9`),
        goal: all(moved('A'), arrived('f7', 'f8')),
        solution: ['Af5f7'],
      },
    ],
  },
  {
    id: 'stay-capture',
    symbol: 'N',
    tasks: [
      {
        fen: fenOf(`${HOME} Nb5 te5 If3 ih8`),
        goal: all(moved('N'), taken('e5')),
        solution: ['Nb5_e5'],
      },
      {
        fen: fenOf(`${HOME} Ff4 Ig3 ef7 ig8 ti8`),
        goal: all(moved('F'), taken('f7'), kind('stay')),
        solution: ['Ff4_f7'],
      },
    ],
  },
  {
    id: 'air-defence',
    symbol: 's',
    tasks: [
      {
        fen: fenOf(`${HOME} Fg3 Ie4 ag7 gg8 ak7 tj10`),
        goal: all(moved('F'), kind('capture', 'stay')),
        solution: ['Fg3xk7'],
      },
      {
        fen: fenOf(`${HOME} Ff3 Ti4 Ie4 se7 ge5 ai9`),
        goal: taken('e5'),
        solution: ['Ie4xe5'],
      },
    ],
  },
  {
    id: 'kamikaze',
    symbol: 'F',
    tasks: [
      {
        fen: fenOf(`${HOME} Ff3 Ie4 Th3 sf6 ti6`),
        goal: all(kind('suicide'), taken('f6')),
        solution: ['Ff3@f6'],
      },
      {
        fen: fenOf(`${HOME} +Ff3 Ie4 Th3 sf6 gf5 ti6`),
        goal: all(taken('f6'), kind('capture', 'stay')),
        solution: ['+Ff3xf6'],
      },
    ],
  },
  {
    id: 'stacks',
    symbol: '(NFT)',
    tasks: [
      {
        fen: fenOf(`${HOME} Te5 Ie4 Mi4 tk9 ig9`),
        goal: exists('(TI)'),
        solution: ['Ie4&e5'],
      },
      {
        fen: fenOf(`${HOME} (NFT)b3 Ie3 nb7 ag9`),
        goal: all(moved('(NFT)'), taken('b7')),
        solution: ['(NFT)b3xb7'],
      },
    ],
  },
  {
    id: 'deploy',
    symbol: '(FTI)',
    tasks: [
      {
        fen: fenOf(`${HOME} (NT)b4 Ie3 nb10 ig8`),
        goal: all(complete, stands('d4', 'T'), stands('b4', 'N')),
        solution: ['Tb4>d4', 'commit'],
      },
      {
        fen: fenOf(`${HOME} (NFT)b5 Ig3 ad5 ef9 tk9`),
        goal: all(complete, taken('d5'), taken('f9')),
        solution: ['Tb5>xd5', 'Fb5>xf9', 'commit'],
      },
      {
        fen: fenOf(`${HOME} (FTI)e5 Gi3 tk9 ij9`),
        goal: all(complete, stands('e7', '(TI)'), stands('e5', 'F')),
        solution: ['Te5>e7', 'Ie5>&e7', 'commit'],
      },
    ],
  },
  {
    id: 'heroic',
    symbol: '+T',
    tasks: [
      {
        fen: fenOf(`${HOME} Te8 Ig5 tk9 ih9`),
        goal: all(check, exists('+T')),
        solution: ['Te8e10'],
      },
      {
        fen: fenOf(`${HOME} +If4 tf5 ah6 mj9`),
        goal: taken('h6'),
        solution: ['+If4xh6'],
      },
    ],
  },
  {
    id: 'last-guard',
    symbol: '+I',
    tasks: [
      {
        fen: fenOf('Cj1 Ff4 Tg3 ce12 hd12 hf12 sf7 ih8'),
        goal: all(kind('suicide'), exists('+T')),
        solution: ['Ff4@f7'],
      },
    ],
  },
  {
    id: 'facing-commanders',
    symbol: 'C',
    tasks: [
      {
        fen: fenOf('Cg1 Hf1 Hh1 cg12 hf12 hh12 Ig6 tf6 Tf4 ik9'),
        goal: taken('f6'),
        solution: ['Tf4xf6'],
      },
      {
        fen: fenOf('Cj1 Hh1 ck12 hg12 hf10 Tk8 Ii4'),
        goal: won,
        solution: ['Tk8k10'],
      },
    ],
  },
  {
    id: 'check-and-mate',
    symbol: 'c',
    tasks: [
      {
        fen: fenOf('Cg1 Hf1 Hh1 ce12 hd12 hf12 tg3 Ai5 Id4'),
        goal: taken('g3'),
        solution: ['Ai5xg3'],
      },
      {
        fen: fenOf('Cg1 Hf1 Hh1 ck12 hh12 hg10 Ti11 Ak8 mc9'),
        goal: won,
        solution: ['Ti11i12'],
      },
    ],
  },
  {
    id: 'draws',
    symbol: 'H',
    tasks: [
      {
        fen: fenOf(`${HOME} Ff4 Ig3 Te5 ef7`, { halfmove: 99, number: 80 }),
        goal: all(undecided, taken('f7')),
        solution: ['Ff4xf7'],
      },
    ],
  },
]
