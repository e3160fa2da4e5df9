// One card for each of the eleven pieces. Red is always to move.

import { fenOf } from '../fen.js'
import { all, arrived, covered, exists, kind, moved, stands, taken } from './goals.js'

/** Both Commanders with two guards each, so that nobody is the last guard. */
const HOME = 'Cg1 Hf1 Hh1 ce12 hd12 hf12'

/** @type {import('./cards.js').Card[]} */
export const PIECE_CARDS = [
  {
    id: 'commander',
    symbol: 'C',
    title: { vi: 'Tư lệnh', en: 'Commander' },
    text: {
      vi: 'Tư lệnh đi ngang hoặc dọc bao xa tùy ý, nhưng chỉ ăn được quân đứng ngay sát mình. Mất Tư lệnh là thua ván.',
      en: 'The Commander moves any distance along a rank or file, but captures only on the very next point. Lose it and you lose the game.',
    },
    tasks: [
      {
        fen: fenOf('Cg2 Hf1 Hh1 ce12 hd12 hf12 ig3 tj8'),
        goal: taken('g3'),
        solution: ['Cg2xg3'],
        text: {
          vi: 'Bộ binh địch đang chiếu Tư lệnh. Hãy ăn nó.',
          en: 'An enemy Infantry gives check. Capture it with the Commander.',
        },
        wrong: {
          vi: 'Tư lệnh an toàn, nhưng Bộ binh vẫn còn đó. Nó đứng sát Tư lệnh: ăn được.',
          en: 'The Commander is safe, but the Infantry is still there. It stands right next to the Commander: take it.',
        },
      },
      {
        fen: fenOf('Cd3 Hd1 He1 cg12 hf12 hh12 Ig5'),
        goal: all(moved('C'), arrived('k3')),
        solution: ['Cd3k3'],
        text: {
          vi: 'Đưa Tư lệnh sang cột k chỉ trong một nước.',
          en: 'Bring the Commander to file k in a single move.',
        },
        wrong: {
          vi: 'Tư lệnh đi xa tùy ý khi không có quân cản. Cột k là cột ngoài cùng bên phải.',
          en: 'With nothing in the way the Commander goes as far as it likes. File k is the one on the far right.',
        },
      },
    ],
  },
  {
    id: 'infantry',
    symbol: 'I',
    title: { vi: 'Bộ binh', en: 'Infantry' },
    text: {
      vi: 'Bộ binh đi và ăn 1 bước theo chiều ngang hoặc dọc, không đi chéo.',
      en: 'The Infantry moves and captures one point along a rank or file, never diagonally.',
    },
    tasks: [
      {
        fen: fenOf(`${HOME} If6 tf7 mg7 ae5`),
        goal: taken('f7'),
        solution: ['If6xf7'],
        text: {
          vi: 'Ba quân địch vây quanh Bộ binh. Ăn quân duy nhất nó với tới.',
          en: 'Three enemies stand around the Infantry. Capture the only one it can reach.',
        },
        wrong: {
          vi: 'Bộ binh ăn theo đường thẳng: nhìn lên phía trước.',
          en: 'The Infantry captures straight: look ahead.',
        },
      },
    ],
  },
  {
    id: 'tank',
    symbol: 'T',
    title: { vi: 'Xe tăng', en: 'Tank' },
    text: {
      vi: 'Xe tăng đi và ăn tối đa 2 bước theo chiều ngang hoặc dọc. Nó không vượt qua quân nào, dù là quân mình hay quân địch.',
      en: 'The Tank moves and captures up to two points along a rank or file. It passes no piece, friend or enemy.',
    },
    tasks: [
      {
        fen: fenOf(`${HOME} Tf5 If6 gf7 ah5 eh7`),
        goal: taken('h5'),
        solution: ['Tf5xh5'],
        text: {
          vi: 'Dùng Xe tăng ăn một quân địch cách 2 bước, đường đi không bị cản.',
          en: 'With the Tank, capture an enemy two points away whose path is free.',
        },
        wrong: {
          vi: 'Tìm quân địch cùng hàng hoặc cùng cột với Xe tăng và không bị quân nào che.',
          en: 'Look for an enemy on the Tank’s rank or file with nothing in between.',
        },
      },
    ],
  },
  {
    id: 'militia',
    symbol: 'M',
    title: { vi: 'Dân quân', en: 'Militia' },
    text: {
      vi: 'Dân quân đi và ăn 1 bước theo cả 8 hướng, kể cả đường chéo.',
      en: 'The Militia moves and captures one point in all eight directions, diagonals included.',
    },
    tasks: [
      {
        fen: fenOf(`${HOME} Me5 tf6 ae7 ih5`),
        goal: taken('f6'),
        solution: ['Me5xf6'],
        text: { vi: 'Ăn Xe tăng bằng nước đi chéo.', en: 'Capture the Tank with a diagonal move.' },
        wrong: { vi: 'Xe tăng đứng chéo phía trên bên phải Dân quân.', en: 'The Tank stands diagonally ahead, to the right.' },
      },
    ],
  },
  {
    id: 'engineer',
    symbol: 'E',
    title: { vi: 'Công binh', en: 'Engineer' },
    text: {
      vi: 'Công binh đi và ăn 1 bước, ngang hoặc dọc. Công binh chở được một quân nặng: Pháo binh, Cao xạ hoặc Tên lửa. Quân nặng không tự lội qua sông, nhưng nằm trên Công binh thì qua được.',
      en: 'The Engineer moves and captures one point along a rank or file. It carries one heavy piece: Artillery, Anti-Air or Missile. Heavy pieces cannot ford the river alone; on an Engineer they can.',
    },
    tasks: [
      {
        fen: fenOf(`${HOME} Ee5 Ae4 Tg5 ih8`),
        goal: exists('(EA)'),
        solution: ['Ae4&e5'],
        text: { vi: 'Đưa Pháo binh lên Công binh.', en: 'Load the Artillery onto the Engineer.' },
        wrong: {
          vi: 'Đi quân này vào điểm của quân kia: hai quân ghép thành một cụm.',
          en: 'Move one onto the point of the other: they become one stack.',
        },
      },
      {
        fen: fenOf(`${HOME} (EA)e6 Tg5 ih9`),
        goal: all(moved('(EA)'), arrived('e7')),
        solution: ['(EA)e6e7'],
        text: { vi: 'Đưa cả cụm qua sông.', en: 'Take the whole stack across the river.' },
        wrong: {
          vi: 'Sông nằm giữa hàng 6 và hàng 7. Đi cả cụm lên một bước.',
          en: 'The river runs between ranks 6 and 7. Move the whole stack one point up.',
        },
      },
    ],
  },
  {
    id: 'artillery',
    symbol: 'A',
    title: { vi: 'Pháo binh', en: 'Artillery' },
    text: {
      vi: 'Pháo binh đi và ăn tối đa 3 bước theo cả 8 hướng. Khi đi thì bị cản, nhưng khi ăn thì bắn qua đầu mọi quân.',
      en: 'The Artillery moves and captures up to three points in all eight directions. Its moves can be blocked, but its shots pass over every piece.',
    },
    tasks: [
      {
        fen: fenOf(`${HOME} Ag5 Ig6 mg7 sg8 th7 ek9`),
        goal: taken('g8'),
        solution: ['Ag5xg8'],
        text: { vi: 'Ăn Tên lửa phía sau hai quân đang che.', en: 'Capture the Missile behind the two pieces that screen it.' },
        wrong: {
          vi: 'Tên lửa cách 3 bước theo cột g. Pháo binh bắn qua đầu quân khác.',
          en: 'The Missile is three points up file g. The Artillery shoots over other pieces.',
        },
      },
    ],
  },
  {
    id: 'anti-air',
    symbol: 'G',
    title: { vi: 'Cao xạ', en: 'Anti-Air' },
    text: {
      vi: 'Cao xạ đi và ăn 1 bước, ngang hoặc dọc. Nó bảo vệ bầu trời trên điểm của mình và 4 điểm kề bên: Không quân địch không hạ cánh được ở đó.',
      en: 'The Anti-Air moves and captures one point along a rank or file. It guards the sky over its own point and the four next to it: no enemy Air Force can land there.',
    },
    tasks: [
      {
        fen: fenOf(`${HOME} Gg4 Ah5 Ii3 fi9`),
        goal: covered('h5'),
        solution: ['Gg4g5'],
        text: {
          vi: 'Đi Cao xạ để che chở Pháo binh ở h5.',
          en: 'Move the Anti-Air so that it protects the Artillery on h5.',
        },
        wrong: {
          vi: 'Pháo binh phải nằm sát Cao xạ theo hàng hoặc cột. Chéo thì không được che.',
          en: 'The Artillery must be right next to the Anti-Air on a rank or file. Diagonals are not covered.',
        },
      },
    ],
  },
  {
    id: 'missile',
    symbol: 'S',
    title: { vi: 'Tên lửa', en: 'Missile' },
    text: {
      vi: 'Tên lửa đi và ăn tối đa 2 bước theo đường thẳng, 1 bước theo đường chéo, và bắn qua đầu quân khác. Vùng phòng không của nó rộng 2 bước.',
      en: 'The Missile moves and captures up to two points straight and one diagonally, and shoots over other pieces. Its air defence reaches two points.',
    },
    tasks: [
      {
        fen: fenOf(`${HOME} Sf6 If7 ef8 ah8 td4`),
        goal: all(moved('S'), taken('f8')),
        solution: ['Sf6xf8'],
        text: {
          vi: 'Ba quân địch cách 2 bước, nhưng Tên lửa chỉ ăn được một. Hãy ăn quân đó.',
          en: 'Three enemies are two points away, but the Missile reaches only one. Capture it.',
        },
        wrong: {
          vi: 'Trên đường chéo Tên lửa chỉ với 1 bước. Trên đường thẳng nó bắn qua đầu Bộ binh của mình.',
          en: 'On a diagonal the Missile reaches only one point. Straight ahead it shoots over its own Infantry.',
        },
      },
    ],
  },
  {
    id: 'air-force',
    symbol: 'F',
    title: { vi: 'Không quân', en: 'Air Force' },
    text: {
      vi: 'Không quân bay tối đa 4 bước theo cả 8 hướng, qua đầu mọi quân và mọi địa hình, nhưng phải hạ cánh trên đất liền. Coi chừng phòng không của địch.',
      en: 'The Air Force flies up to four points in all eight directions, over every piece and every terrain, but lands on land. Beware of enemy air defence.',
    },
    tasks: [
      {
        fen: fenOf(`${HOME} Fe4 Ie5 te6 ae8 mi7`),
        goal: all(moved('F'), taken('e8')),
        solution: ['Fe4xe8'],
        text: { vi: 'Bay qua đầu quân khác để ăn Pháo binh.', en: 'Fly over the others and capture the Artillery.' },
        wrong: {
          vi: 'Pháo binh cách đúng 4 bước theo cột e.',
          en: 'The Artillery is exactly four points up file e.',
        },
      },
    ],
  },
  {
    id: 'navy',
    symbol: 'N',
    title: { vi: 'Hải quân', en: 'Navy' },
    text: {
      vi: 'Hải quân đi tối đa 4 bước theo cả 8 hướng trên mặt nước, vượt qua mọi quân trừ Hải quân. Nó ăn Hải quân ở tầm 4, các quân khác ở tầm 3.',
      en: 'The Navy sails up to four points in all eight directions on water and passes every piece but a Navy. It captures a Navy at four points, anything else at three.',
    },
    tasks: [
      {
        fen: fenOf(`${HOME} Nb3 nb7 Tf4 te7`),
        goal: taken('b7'),
        solution: ['Nb3xb7'],
        text: { vi: 'Ăn tàu địch ở tầm xa nhất.', en: 'Capture the enemy Navy at the longest range.' },
        wrong: { vi: 'Tàu địch cách 4 bước theo cột b.', en: 'The enemy Navy is four points up file b.' },
      },
      {
        fen: fenOf(`${HOME} Nc4 If3 ig4 af4 tg8`),
        goal: all(moved('N'), taken('f4')),
        solution: ['Nc4_f4'],
        text: {
          vi: 'Bắn một quân trên đất liền bằng Hải quân.',
          en: 'Fire at a piece on land with the Navy.',
        },
        wrong: {
          vi: 'Quân trên bộ phải ở trong tầm 3. Tàu bắn rồi ở lại mặt nước.',
          en: 'A target on land must be within three points. The ship fires and stays on the water.',
        },
      },
    ],
  },
  {
    id: 'headquarter',
    symbol: 'H',
    title: { vi: 'Sở chỉ huy', en: 'Headquarter' },
    text: {
      vi: 'Sở chỉ huy không đi và không ăn, nhưng Tư lệnh có thể vào trú bên trong. Sở chỉ huy anh hùng thì đi và ăn được 1 bước theo 8 hướng.',
      en: 'The Headquarter neither moves nor captures, but the Commander can take shelter in it. A heroic Headquarter moves and captures one point in all eight directions.',
    },
    tasks: [
      {
        fen: fenOf('Cf3 Hf1 Hh1 Te4 ce12 hd12 hf12 th6'),
        goal: all(kind('combine'), stands('f1', '(HC)')),
        solution: ['Cf3&f1'],
        text: { vi: 'Đưa Tư lệnh vào Sở chỉ huy.', en: 'Bring the Commander into a Headquarter.' },
        wrong: {
          vi: 'Một Sở chỉ huy nằm cùng cột với Tư lệnh.',
          en: 'One of the Headquarters is on the Commander’s own file.',
        },
      },
      {
        fen: fenOf('Cg1 Hf1 +Hh3 ce12 hd12 hf12 mi4 tk7'),
        goal: taken('i4'),
        solution: ['+Hh3xi4'],
        text: { vi: 'Dùng Sở chỉ huy anh hùng ăn Dân quân.', en: 'Capture the Militia with the heroic Headquarter.' },
        wrong: {
          vi: 'Quân anh hùng ăn được cả đường chéo.',
          en: 'A heroic piece captures on diagonals, too.',
        },
      },
    ],
  },
]
