import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.collection': { zh: '分类不存在', en: 'There is no such category.', pt: 'Esta categoria não existe.' },
  'conflict.collectionInUse': {
    zh: '分类不为空，请先移走其中的接口和子分类',
    en: 'The category is not empty. Move its interfaces and categories first.',
    pt: 'A categoria não está vazia. Mova primeiro suas interfaces e categorias.',
  },
  'conflict.collectionOrder': {
    zh: '其他人刚刚调整过此分类中的接口，您的顺序没有保存，请在最新的顺序上重新调整',
    en: 'Somebody else has just changed the interfaces of this category. Your order was not saved; arrange the newest one.',
    pt: 'Outra pessoa acabou de alterar as interfaces desta categoria. A sua ordem não foi salva; organize a mais recente.',
  },
  'conflict.collectionTree': {
    zh: '其他人刚刚调整过这里的分类，您的调整没有保存，请在最新的分类上重新调整',
    en: 'Somebody else has just changed the categories here. Your change was not saved; arrange the newest ones.',
    pt: 'Outra pessoa acabou de alterar as categorias aqui. A sua alteração não foi salva; organize as mais recentes.',
  },
  'invalid.collectionCycle': {
    zh: '不能移动到自己的下级分类',
    en: 'A category cannot lie below itself.',
    pt: 'Uma categoria não pode ficar abaixo de si mesma.',
  },
  'invalid.collectionPlatform': {
    zh: '分类属于另一个平台',
    en: 'The category belongs to another platform.',
    pt: 'A categoria pertence a outra plataforma.',
  },
} as const satisfies Messages
