// One card for each special rule. Red is always to move.

import { fenOf } from '../fen.js'
import { all, arrived, check, complete, exists, kind, moved, stands, taken, undecided, won } from './goals.js'

/** Both Commanders with two guards each, so that nobody is the last guard. */
const HOME = 'Cg1 Hf1 Hh1 ce12 hd12 hf12'

/** @type {import('./cards.js').Card[]} */
export const RULE_CARDS = [
  {
    id: 'terrain',
    symbol: 'N',
    title: { vi: 'Địa hình', en: 'Terrain' },
    text: {
      vi: 'Cột a và b là biển, từ cột d đến k là đất liền. Cột c (bờ biển) và bốn điểm cửa sông d6, e6, d7, e7 dùng được cho cả hai. Sông nằm giữa hàng 6 và 7: quân nặng (Pháo binh, Cao xạ, Tên lửa) chỉ qua sông bằng cầu ở cột f và h. Ăn quân thì bắn qua sông được.',
      en: 'Files a and b are sea, files d to k are land. File c, the coast, and the river mouth d6, e6, d7, e7 serve both. The river runs between ranks 6 and 7: heavy pieces (Artillery, Anti-Air, Missile) cross it only by the bridges on files f and h. Captures may cross it anywhere.',
    },
    tasks: [
      {
        fen: fenOf(`${HOME} Nb7 Tg4 ig9 tk9`),
        goal: all(moved('N'), arrived('e7')),
        solution: ['Nb7e7'],
        text: { vi: 'Cho tàu vào sâu trong sông nhất có thể.', en: 'Sail the Navy as far up the river as it goes.' },
        wrong: {
          vi: 'Cửa sông gồm d6, e6, d7, e7. Tàu đang ở hàng 7.',
          en: 'The river mouth is d6, e6, d7, e7. The Navy is on rank 7.',
        },
      },
      {
        fen: fenOf(`${HOME} Af5 Ti4 ii9 td9`),
        goal: all(moved('A'), arrived('f7', 'f8')),
        solution: ['Af5f7'],
        text: { vi: 'Đưa Pháo binh qua sông.', en: 'Take the Artillery across the river.' },
        wrong: {
          vi: 'Quân nặng qua sông bằng cầu: đi thẳng theo cột f.',
          en: 'Heavy pieces need a bridge: go straight up file f.',
        },
      },
    ],
  },
  {
    id: 'stay-capture',
    symbol: 'N',
    title: { vi: 'Ăn tại chỗ', en: 'Stay capture' },
    text: {
      vi: 'Quân đánh mà không đứng được ở điểm của mục tiêu thì bắn rồi ở lại chỗ cũ: tàu bắn lên bờ, quân bộ bắn ra biển. Riêng Không quân được chọn: ăn rồi hạ cánh, hoặc ăn rồi bay về.',
      en: 'A piece that cannot stand where its target is fires and stays where it was: a ship at the land, a land piece at the sea. Only the Air Force may choose: capture and land, or capture and fly back.',
    },
    tasks: [
      {
        fen: fenOf(`${HOME} Nb5 te5 If3 ih8`),
        goal: all(moved('N'), taken('e5')),
        solution: ['Nb5_e5'],
        text: { vi: 'Ăn Xe tăng mà không rời mặt biển.', en: 'Capture the Tank without leaving the sea.' },
        wrong: {
          vi: 'Xe tăng ở hàng 5, cách tàu 3 bước: trong tầm bắn.',
          en: 'The Tank is on rank 5, three points from the ship: within range.',
        },
      },
      {
        fen: fenOf(`${HOME} Ff4 Ig3 ef7 ig8 ti8`),
        goal: all(moved('F'), taken('f7'), kind('stay')),
        solution: ['Ff4_f7'],
        text: {
          vi: 'Ăn Công binh rồi bay về chỗ cũ, vì ở f7 Không quân sẽ bị ăn lại.',
          en: 'Capture the Engineer and fly back, for on f7 the Air Force would be retaken.',
        },
        wrong: {
          vi: 'Chọn “ăn tại chỗ” khi được hỏi, để Không quân vẫn ở f4.',
          en: 'Choose “capture and stay” when asked, so that the Air Force is still on f4.',
        },
      },
    ],
  },
  {
    id: 'air-defence',
    symbol: 's',
    title: { vi: 'Phòng không', en: 'Air defence' },
    text: {
      vi: 'Tên lửa bảo vệ bán kính 2, Cao xạ và Hải quân bán kính 1; quân anh hùng thêm 1. Không quân địch không được hạ cánh hay bay xuyên qua vùng này. Chỉ quân trên cùng của một cụm mới phòng không.',
      en: 'A Missile guards a radius of two, Anti-Air and Navy a radius of one; heroic ones one more. An enemy Air Force can neither land in such a zone nor fly through it. Only the top of a stack defends.',
    },
    tasks: [
      {
        fen: fenOf(`${HOME} Fg3 Ie4 ag7 gg8 ak7 tj10`),
        goal: all(moved('F'), kind('capture', 'stay')),
        solution: ['Fg3xk7'],
        text: {
          vi: 'Ăn một Pháo binh mà không mất Không quân.',
          en: 'Capture an Artillery without losing the Air Force.',
        },
        wrong: {
          vi: 'Pháo binh ở g7 được Cao xạ ở g8 che. Tìm Pháo binh không được bảo vệ.',
          en: 'The Artillery on g7 is covered by the Anti-Air on g8. Look for the one without protection.',
        },
      },
      {
        fen: fenOf(`${HOME} Ff3 Ti4 Ie4 se7 ge5 ai9`),
        goal: taken('e5'),
        solution: ['Ie4xe5'],
        text: {
          vi: 'Mở đường cho Không quân: hạ Cao xạ bằng quân bộ.',
          en: 'Clear the sky for the Air Force: take the Anti-Air with a land piece.',
        },
        wrong: {
          vi: 'Bộ binh đứng ngay dưới Cao xạ.',
          en: 'The Infantry stands right below the Anti-Air.',
        },
      },
    ],
  },
  {
    id: 'kamikaze',
    symbol: 'F',
    title: { vi: 'Cảm tử', en: 'Kamikaze' },
    text: {
      vi: 'Trong vùng phòng không của đúng một quân địch, Không quân vẫn ăn được, nhưng phải hy sinh: cả hai quân cùng mất. Gặp hai quân phòng không, hoặc đã ra khỏi vùng rồi, thì không bay tiếp được nữa. Không quân anh hùng không sợ phòng không.',
      en: 'Inside the zone of exactly one enemy defender an Air Force can still capture, at the price of itself: both pieces vanish. With two defenders, or once it has left a zone, the flight ends. A heroic Air Force ignores air defence.',
    },
    tasks: [
      {
        fen: fenOf(`${HOME} Ff3 Ie4 Th3 sf6 ti6`),
        goal: all(kind('suicide'), taken('f6')),
        solution: ['Ff3@f6'],
        text: {
          vi: 'Hy sinh Không quân để diệt Tên lửa.',
          en: 'Sacrifice the Air Force to destroy the Missile.',
        },
        wrong: {
          vi: 'Tên lửa ở f6, cách Không quân 3 bước theo cột f.',
          en: 'The Missile is on f6, three points up the Air Force’s file.',
        },
      },
      {
        fen: fenOf(`${HOME} +Ff3 Ie4 Th3 sf6 gf5 ti6`),
        goal: all(taken('f6'), kind('capture', 'stay')),
        solution: ['+Ff3xf6'],
        text: {
          vi: 'Không quân này là anh hùng. Ăn Tên lửa mà không mất gì.',
          en: 'This Air Force is heroic. Capture the Missile and lose nothing.',
        },
        wrong: {
          vi: 'Không quân anh hùng bay qua mọi vùng phòng không.',
          en: 'A heroic Air Force flies through every zone.',
        },
      },
    ],
  },
  {
    id: 'stacks',
    symbol: '(NFT)',
    title: { vi: 'Cụm quân', en: 'Stacks' },
    text: {
      vi: 'Đi một quân vào điểm của quân mình để ghép thành cụm. Quân chở quyết định cách đi của cả cụm. Hải quân chở Không quân và một quân bộ hoặc Xe tăng; Không quân chở Xe tăng và một người; Xe tăng chở một người; Công binh chở quân nặng; Sở chỉ huy chứa Tư lệnh.',
      en: 'Move a piece onto a friend to combine them. The carrier decides how the stack moves. A Navy carries an Air Force and one Tank or soldier; an Air Force a Tank and one soldier; a Tank one soldier; an Engineer one heavy piece; a Headquarter the Commander. Infantry, Militia and Commander count as soldiers.',
    },
    tasks: [
      {
        fen: fenOf(`${HOME} Te5 Ie4 Mi4 tk9 ig9`),
        goal: exists('(TI)'),
        solution: ['Ie4&e5'],
        text: { vi: 'Cho Bộ binh lên Xe tăng.', en: 'Let the Infantry ride on the Tank.' },
        wrong: {
          vi: 'Đi Bộ binh vào điểm của Xe tăng, hoặc ngược lại.',
          en: 'Move the Infantry onto the Tank’s point, or the other way round.',
        },
      },
      {
        fen: fenOf(`${HOME} (NFT)b3 Ie3 nb7 ag9`),
        goal: all(moved('(NFT)'), taken('b7')),
        solution: ['(NFT)b3xb7'],
        text: {
          vi: 'Ăn tàu địch bằng cả cụm quân.',
          en: 'Capture the enemy Navy with the whole stack.',
        },
        wrong: {
          vi: 'Chọn cả cụm, không chỉ một quân trong đó.',
          en: 'Choose the whole stack, not one piece of it.',
        },
      },
    ],
  },
  {
    id: 'deploy',
    symbol: '(FTI)',
    title: { vi: 'Triển khai', en: 'Deploy' },
    text: {
      vi: 'Trong một lượt, các quân của một cụm có thể lần lượt rời cụm, mỗi quân một nước. Xong thì bấm “Hoàn tất”: quân chưa đi ở lại chỗ cũ. Quân còn lại cũng có thể nhập vào quân vừa rời cụm.',
      en: 'In one turn the pieces of a stack may step off one by one, each with a move of its own. Press “Done” to end the turn: the rest stays. A piece that is left may also join one that has just stepped off.',
    },
    tasks: [
      {
        fen: fenOf(`${HOME} (NT)b4 Ie3 nb10 ig8`),
        goal: all(complete, stands('d4', 'T'), stands('b4', 'N')),
        solution: ['Tb4>d4', 'commit'],
        text: {
          vi: 'Đổ bộ Xe tăng lên d4, tàu ở lại. Rồi kết thúc lượt.',
          en: 'Land the Tank on d4, leave the ship where it is, and end the turn.',
        },
        wrong: {
          vi: 'Chọn Xe tăng trong cụm, đi đến d4, rồi bấm “Hoàn tất”.',
          en: 'Choose the Tank out of the stack, move it to d4, then press “Done”.',
        },
      },
      {
        fen: fenOf(`${HOME} (NFT)b5 Ig3 ad5 ef9 tk9`),
        goal: all(complete, taken('d5'), taken('f9')),
        solution: ['Tb5>xd5', 'Fb5>xf9', 'commit'],
        text: {
          vi: 'Ăn cả Pháo binh lẫn Công binh trong cùng một lượt.',
          en: 'Capture both the Artillery and the Engineer in one turn.',
        },
        wrong: {
          vi: 'Không quân với tới Công binh ở f9; Xe tăng hoặc tàu lo Pháo binh ở d5.',
          en: 'The Air Force reaches the Engineer on f9; Tank or ship deals with the Artillery on d5.',
        },
      },
      {
        fen: fenOf(`${HOME} (FTI)e5 Gi3 tk9 ij9`),
        goal: all(complete, stands('e7', '(TI)'), stands('e5', 'F')),
        solution: ['Te5>e7', 'Ie5>&e7', 'commit'],
        text: {
          vi: 'Đưa Xe tăng chở Bộ binh đến e7, Không quân ở lại.',
          en: 'Send the Tank with the Infantry to e7; the Air Force stays.',
        },
        wrong: {
          vi: 'Cho Xe tăng đến e7 trước, rồi cho Bộ binh nhập vào Xe tăng và kết thúc lượt.',
          en: 'Send the Tank to e7 first, then let the Infantry join it, and end the turn.',
        },
      },
    ],
  },
  {
    id: 'heroic',
    symbol: '+T',
    title: { vi: 'Anh hùng', en: 'Heroic pieces' },
    text: {
      vi: 'Quân nào uy hiếp Tư lệnh địch thì được phong anh hùng: tầm đi và tầm ăn thêm 1, và đi được cả 8 hướng. Danh hiệu này giữ mãi.',
      en: 'A piece that threatens the enemy Commander becomes heroic: one more point of range, and all eight directions. It stays heroic for good.',
    },
    tasks: [
      {
        fen: fenOf(`${HOME} Te8 Ig5 tk9 ih9`),
        goal: all(check, exists('+T')),
        solution: ['Te8e10'],
        text: {
          vi: 'Chiếu Tư lệnh địch để Xe tăng được phong anh hùng.',
          en: 'Check the enemy Commander and make the Tank a hero.',
        },
        wrong: {
          vi: 'Xe tăng phải cách Tư lệnh địch không quá 2 bước theo cột e.',
          en: 'The Tank must come within two points of the enemy Commander on file e.',
        },
      },
      {
        fen: fenOf(`${HOME} +If4 tf5 ah6 mj9`),
        goal: taken('h6'),
        solution: ['+If4xh6'],
        text: {
          vi: 'Bộ binh anh hùng ăn Pháo binh ở h6.',
          en: 'Let the heroic Infantry capture the Artillery on h6.',
        },
        wrong: {
          vi: 'Bộ binh anh hùng đi 2 bước và đi được đường chéo.',
          en: 'A heroic Infantry goes two points, diagonally too.',
        },
      },
    ],
  },
  {
    id: 'last-guard',
    symbol: '+I',
    title: { vi: 'Quân cuối cùng', en: 'The last guard' },
    text: {
      vi: 'Khi một bên chỉ còn Tư lệnh và đúng một quân không chở gì, quân cuối cùng ấy được phong anh hùng.',
      en: 'When a side has nothing left but its Commander and a single piece that carries nothing, that last guard becomes heroic.',
    },
    tasks: [
      {
        fen: fenOf('Cj1 Ff4 Tg3 ce12 hd12 hf12 sf7 ih8'),
        goal: all(kind('suicide'), exists('+T')),
        solution: ['Ff4@f7'],
        text: {
          vi: 'Hy sinh Không quân: Xe tăng còn lại sẽ thành anh hùng.',
          en: 'Give up the Air Force: the Tank that is left becomes heroic.',
        },
        wrong: {
          vi: 'Không quân có thể cảm tử vào Tên lửa ở f7.',
          en: 'The Air Force can crash into the Missile on f7.',
        },
      },
    ],
  },
  {
    id: 'facing-commanders',
    symbol: 'C',
    title: { vi: 'Hai Tư lệnh đối mặt', en: 'Facing Commanders' },
    text: {
      vi: 'Hai Tư lệnh không được nhìn thẳng nhau trên một hàng hay một cột trống. Bạn không được đi nước để lộ Tư lệnh mình, và đường nhìn của Tư lệnh cũng là vũ khí: Tư lệnh địch không được bước vào đó.',
      en: 'The two Commanders may never face each other on an open rank or file. You may not make a move that exposes yours, and its line of sight is a weapon: the enemy Commander may not step into it.',
    },
    tasks: [
      {
        fen: fenOf('Cg1 Hf1 Hh1 cg12 hf12 hh12 Ig6 tf6 Tf4 ik9'),
        goal: taken('f6'),
        solution: ['Tf4xf6'],
        text: {
          vi: 'Bộ binh ở g6 đang che hai Tư lệnh. Ăn Xe tăng ở f6 mà không để lộ Tư lệnh.',
          en: 'The Infantry on g6 stands between the Commanders. Capture the Tank on f6 without exposing yours.',
        },
        wrong: {
          vi: 'Xe tăng ở f4 với tới f6.',
          en: 'The Tank on f4 reaches f6.',
        },
      },
      {
        fen: fenOf('Cj1 Hh1 ck12 hg12 hf10 Tk8 Ii4'),
        goal: won,
        solution: ['Tk8k10'],
        text: {
          vi: 'Tư lệnh của bạn canh cột j. Chiếu hết trong một nước.',
          en: 'Your Commander holds file j. Give checkmate in one move.',
        },
        wrong: {
          vi: 'Xe tăng chiếu theo cột k; Tư lệnh địch không thể chạy sang cột j.',
          en: 'Check with the Tank on file k: the enemy Commander cannot flee to file j.',
        },
      },
    ],
  },
  {
    id: 'check-and-mate',
    symbol: 'c',
    title: { vi: 'Chiếu và chiếu hết', en: 'Check and checkmate' },
    text: {
      vi: 'Tư lệnh bị uy hiếp là bị chiếu: lượt đó phải gỡ chiếu, bằng cách chạy, ăn quân chiếu hoặc che. Không gỡ được là chiếu hết, thua ván. Ăn được Tư lệnh cũng là thắng.',
      en: 'A Commander under threat is in check and must be saved in that turn: run, capture the attacker, or block. If nothing helps it is checkmate, and the game is lost. Capturing the Commander wins as well.',
    },
    tasks: [
      {
        fen: fenOf('Cg1 Hf1 Hh1 ce12 hd12 hf12 tg3 Ai5 Id4'),
        goal: taken('g3'),
        solution: ['Ai5xg3'],
        text: {
          vi: 'Bạn đang bị chiếu. Hãy ăn quân chiếu.',
          en: 'You are in check. Capture the attacker.',
        },
        wrong: {
          vi: 'Tư lệnh đã an toàn, nhưng ăn Xe tăng còn tốt hơn: nhìn đường chéo của Pháo binh.',
          en: 'The Commander is safe, but taking the Tank is better: look along the Artillery’s diagonal.',
        },
      },
      {
        fen: fenOf('Cg1 Hf1 Hh1 ck12 hh12 hg10 Ti11 Ak8 mc9'),
        goal: won,
        solution: ['Ti11i12'],
        text: { vi: 'Chiếu hết trong một nước.', en: 'Give checkmate in one move.' },
        wrong: {
          vi: 'Tư lệnh địch còn đường thoát. Phải chiếu và chặn hết các điểm quanh nó.',
          en: 'The enemy Commander can still escape. Check it and cover every point around it.',
        },
      },
    ],
  },
  {
    id: 'draws',
    symbol: 'H',
    title: { vi: 'Hòa cờ', en: 'Draws' },
    text: {
      vi: 'Ván cờ hòa khi một thế cờ lặp lại ba lần, khi bên đến lượt không bị chiếu mà không còn nước đi, hoặc sau 100 lượt liền không ăn quân. Ăn tại chỗ và cảm tử không xóa bộ đếm này: chỉ ăn rồi đứng vào chỗ mới xóa.',
      en: 'The game is drawn when a position occurs for the third time, when the side to move is not in check but has no move, or after 100 turns without a capture. Stay and suicide captures do not reset this count: only a capture that takes the target’s place does.',
    },
    tasks: [
      {
        fen: fenOf(`${HOME} Ff4 Ig3 Te5 ef7`, { halfmove: 99, number: 80 }),
        goal: all(undecided, taken('f7')),
        solution: ['Ff4xf7'],
        text: {
          vi: 'Bộ đếm đang ở 99 và bạn đang thắng thế. Đi một nước để ván cờ không hòa.',
          en: 'The count is at 99 and you are winning. Make a move that does not draw the game.',
        },
        wrong: {
          vi: 'Hòa mất rồi. Phải ăn quân và đứng vào chỗ của nó.',
          en: 'That is a draw. You must capture and take the target’s place.',
        },
      },
    ],
  },
]
