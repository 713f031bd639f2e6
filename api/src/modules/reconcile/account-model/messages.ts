import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.modelVersion': {
    zh: '没有第 {value} 版规则',
    en: 'There is no version {value} of these rules.',
    pt: 'Não há a versão {value} destas regras.',
  },
  'conflict.noModelDraft': {
    zh: '没有待发布的草稿，请先保存修改',
    en: 'There is no draft to publish. Save your changes first.',
    pt: 'Não há rascunho para publicar. Salve as alterações antes.',
  },
  'invalid.modelFlow': {
    zh: '还没有对账流程包含账户“{value}”，规则没有可用之处',
    en: 'No flow has the account "{value}", so rules match nothing. Add it to a flow first.',
    pt: 'Nenhum fluxo contém a conta "{value}", então as regras não se aplicam. Inclua-a em um fluxo antes.',
  },
  'tooMany.ruleTests': {
    zh: '规则试算正忙：每个租户同时只能进行一次试算，请稍后再试',
    en: 'Rule tests are busy: each tenant runs one at a time. Try again in a moment.',
    pt: 'Os testes de regras estão ocupados: cada locatário faz um por vez. Tente novamente em instantes.',
  },
} as const satisfies Messages
