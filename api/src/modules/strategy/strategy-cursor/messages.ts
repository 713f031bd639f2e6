import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'conflict.cursor': {
    zh: '续传位置已变为“{value}”，请刷新后重试',
    en: 'The cursor has moved to "{value}". Reload and try again.',
    pt: 'O cursor passou para "{value}". Recarregue e tente novamente.',
  },
  'invalid.bound': {
    zh: '“{value}”不是增量字段的写法，请按源里的写法填写',
    en: '"{value}" is not how the increment field is written. Write it as the source does.',
    pt: '"{value}" não tem a forma do campo de incremento. Escreva como a origem escreve.',
  },
  'invalid.noRemedy': {
    zh: '方案没有配置补漏',
    en: 'The strategy has no remedy for omissions.',
    pt: 'A estratégia não tem reposição de omissões.',
  },
  'invalid.noDeletes': {
    zh: '方案不处理已删除的记录，请先选择“标记”或“删除”',
    en: 'The strategy leaves deleted records alone. Choose to mark or to delete them first.',
    pt: 'A estratégia não trata registros excluídos. Escolha primeiro marcar ou excluir.',
  },
  'invalid.planReplace': {
    zh: '整批替换的方案每次都读取全部，请直接运行',
    en: 'A strategy that replaces the whole set reads everything in every run. Just run it.',
    pt: 'Uma estratégia que substitui o conjunto inteiro lê tudo em cada execução. Basta executá-la.',
  },
} as const satisfies Messages
