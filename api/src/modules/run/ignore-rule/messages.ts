import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.ignoreRule': {
    zh: '忽略规则不存在',
    en: 'There is no such ignore rule.',
    pt: 'Esta regra de exclusão não existe.',
  },
  'invalid.ruleScope': {
    zh: '你只能为自己看得到的方案设置规则，请选择一个方案',
    en: 'You may make rules only for strategies you see; choose one.',
    pt: 'Você só pode criar regras para estratégias que vê; escolha uma.',
  },
} as const satisfies Messages
