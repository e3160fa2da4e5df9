// One card for each of the eleven pieces. Red is always to move.

import { fenOf } from '../fen.js'
import { all, arrived, covered, exists, kind, moved, stands, taken } from './goals.js'

/** Both Commanders with two guards each, so that no piece is the last guard. */
export const HOME = 'Cg1 Hf1 Hh1 ce12 hd12 hf12'

/** @type {import('./cards.js').Card[]} */
export const PIECE_CARDS = [
  {
    id: 'commander',
    symbol: 'C',
    tasks: [
      {
        fen: fenOf('Cg2 Hf1 Hh1 ce12 hd12 hf12 ig3 tj8'),
        goal: taken('g3'),
        solution: ['Cg2xg3'],
      },
      {
        fen: fenOf('Cd3 Hd1 He1 cg12 hf12 hh12 Ig5'),
        goal: all(moved('C'), arrived('k3')),
        solution: ['Cd3k3'],
      },
    ],
  },
  {
    id: 'infantry',
    symbol: 'I',
    tasks: [
      {
        fen: fenOf(`${HOME} If6 tf7 mg7 ae5`),
        goal: taken('f7'),
        solution: ['If6xf7'],
      },
    ],
  },
  {
    id: 'tank',
    symbol: 'T',
    tasks: [
      {
        fen: fenOf(`${HOME} Tf5 If6 gf7 ah5 eh7`),
        goal: taken('h5'),
        solution: ['Tf5xh5'],
      },
    ],
  },
  {
    id: 'militia',
    symbol: 'M',
    tasks: [
      {
        fen: fenOf(`${HOME} Me5 tf6 ae7 ih5`),
        goal: taken('f6'),
        solution: ['Me5xf6'],
      },
    ],
  },
  {
    id: 'engineer',
    symbol: 'E',
    tasks: [
      {
        fen: fenOf(`${HOME} Ee5 Ae4 Tg5 ih8`),
        goal: exists('(EA)'),
        solution: ['Ae4&e5'],
      },
      {
        fen: fenOf(`${HOME} (EA)e6 Tg5 ih9`),
        goal: all(moved('(EA)'), arrived('e7')),
        solution: ['(EA)e6e7'],
      },
    ],
  },
  {
    id: 'artillery',
    symbol: 'A',
    tasks: [
      {
        fen: fenOf(`${HOME} Ag5 Ig6 mg7 sg8 th7 ek9`),
        goal: taken('g8'),
        solution: ['Ag5xg8'],
      },
    ],
  },
  {
    id: 'anti-air',
    symbol: 'G',
    tasks: [
      {
        fen: fenOf(`${HOME} Gg4 Ah5 Ii3 fi9`),
        goal: covered('h5'),
        solution: ['Gg4g5'],
      },
    ],
  },
  {
    id: 'missile',
    symbol: 'S',
    tasks: [
      {
        fen: fenOf(`${HOME} Sf6 If7 ef8 ah8 td4`),
        goal: all(moved('S'), taken('f8')),
        solution: ['Sf6xf8'],
      },
    ],
  },
  {
    id: 'air-force',
    symbol: 'F',
    tasks: [
      {
        fen: fenOf(`${HOME} Fe4 Ie5 te6 ae8 mi7`),
        goal: all(moved('F'), taken('e8')),
        solution: ['Fe4xe8'],
      },
    ],
  },
  {
    id: 'navy',
    symbol: 'N',
    tasks: [
      {
        fen: fenOf(`${HOME} Nb3 nb7 Tf4 te7`),
        goal: taken('b7'),
        solution: ['Nb3xb7'],
      },
      {
        fen: fenOf(`${HOME} Nc4 If3 ig4 af4 tg8`),
        goal: all(moved('N'), taken('f4')),
        solution: ['Nc4_f4'],
      },
    ],
  },
  {
    id: 'headquarter',
    symbol: 'H',
    tasks: [
      {
        fen: fenOf('Cf3 Hf1 Hh1 Te4 ce12 hd12 hf12 th6'),
        goal: all(kind('combine'), stands('f1', '(HC)')),
        solution: ['Cf3&f1'],
      },
      {
        fen: fenOf('Cg1 Hf1 +Hh3 ce12 hd12 hf12 mi4 tk7'),
        goal: taken('i4'),
        solution: ['+Hh3xi4'],
      },
    ],
  },
]
