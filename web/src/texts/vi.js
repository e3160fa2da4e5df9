// Tiếng Việt, như người chơi vẫn viết.

export default {
  'nav.label': 'Các trang',
  'nav.play': 'Chơi',
  'nav.analyse': 'Phân tích',
  'nav.learn': 'Học chơi',
  'nav.games': 'Ván của tôi',

  'ui.close': 'Đóng',
  'ui.cancel': 'Thôi',

  'settings.title': 'Cài đặt',
  'settings.language': 'Ngôn ngữ',
  'settings.otherLanguage': 'English',
  'settings.theme': 'Giao diện',
  'settings.theme.auto': 'Theo hệ thống',
  'settings.theme.light': 'Sáng',
  'settings.theme.dark': 'Tối',
  'settings.animation': 'Hiệu ứng chuyển động',
  'settings.coordinates': 'Hiện tọa độ bàn cờ',

  'color.r': 'Đỏ',
  'color.b': 'Xanh',

  'piece.C': 'Tư lệnh',
  'piece.I': 'Bộ binh',
  'piece.T': 'Xe tăng',
  'piece.M': 'Dân quân',
  'piece.E': 'Công binh',
  'piece.A': 'Pháo binh',
  'piece.G': 'Cao xạ',
  'piece.S': 'Tên lửa',
  'piece.F': 'Không quân',
  'piece.N': 'Hải quân',
  'piece.H': 'Sở chỉ huy',

  'unit.heroic': '{name} anh hùng',
  'unit.stack': '{carrier} chở {carried}',
  'unit.red': '{name} Đỏ',
  'unit.blue': '{name} Xanh',

  'error.other': 'Có lỗi: {message}',
  'error.UNREACHABLE': 'Không kết nối được với máy chủ.',
}
