import type { Messages } from '../../../http/messages.ts'

export const messages = {
  'notFound.collection': { zh: '专题不存在', en: 'There is no such collection.', pt: 'Esta coleção não existe.' },
  'conflict.tooManyCollections': {
    zh: '最多 {value} 个专题，请先删除一个',
    en: 'There are at most {value} collections. Delete one first.',
    pt: 'Há no máximo {value} coleções. Exclua uma primeiro.',
  },
  'notFound.publisher': {
    zh: '没有这个发布者的方案包',
    en: 'There is no package of this publisher.',
    pt: 'Não há pacote deste publicador.',
  },
  'conflict.notInstalled': {
    zh: '只有安装了方案包的租户才能评价',
    en: 'Only who has installed the package may say what it is worth.',
    pt: 'Só quem instalou o pacote pode avaliá-lo.',
  },
} as const satisfies Messages
