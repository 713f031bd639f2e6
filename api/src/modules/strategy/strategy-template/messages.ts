import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.template': { zh: '模板不存在', en: 'There is no such template.', pt: 'Não existe tal modelo.' },
  'conflict.tooManyTemplates': {
    zh: '最多保存 {value} 个模板，请先删除不用的',
    en: 'At most {value} templates are kept. Delete some you do not use.',
    pt: 'São guardados no máximo {value} modelos. Exclua alguns que não usa.',
  },
} as const satisfies Messages
