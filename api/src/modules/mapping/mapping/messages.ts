import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.mapping': {
    zh: '静态映射不存在',
    en: 'There is no such value map.',
    pt: 'Este mapa de valores não existe.',
  },
  'notFound.miss': {
    zh: '未匹配值已被处理，请刷新',
    en: 'An unmatched value has been dealt with meanwhile. Reload.',
    pt: 'Um valor sem correspondência foi tratado nesse meio-tempo. Recarregue.',
  },
  'invalid.lines': {
    zh: '{value} 行有误，没有保存任何内容',
    en: '{value} lines are wrong. Nothing was saved.',
    pt: '{value} linhas estão erradas. Nada foi salvo.',
  },
  'invalid.lineDuplicate': {
    zh: 'A 值“{value}”重复',
    en: 'The A value "{value}" is there twice.',
    pt: 'O valor A "{value}" aparece duas vezes.',
  },
  'invalid.lineKnown': {
    zh: 'A 值“{value}”已存在，请改用“按 A 值更新”',
    en: 'The A value "{value}" exists. Import with "update" to change it.',
    pt: 'O valor A "{value}" já existe. Importe com "atualizar" para alterá-lo.',
  },
  'invalid.lineText': {
    zh: '“{value}”含有不可用字符',
    en: '"{value}" holds a character that cannot be stored.',
    pt: '"{value}" contém um caractere que não pode ser armazenado.',
  },
} as const satisfies Messages
