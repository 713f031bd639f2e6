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
  'conflict.proposalGone': {
    zh: '这条建议已不在：有人已采纳或拒绝，或支持它的人工匹配被取消',
    en: 'This proposal is no more: somebody accepted or rejected it, or took back a match that spoke for it.',
    pt: 'Esta proposta não existe mais: alguém a aceitou ou rejeitou, ou desfez uma correspondência que a apoiava.',
  },
  'conflict.proposalChanged': {
    zh: '它现在与 {value} 个已确认的匹配冲突，与刚才显示的不同，请重新查看',
    en: 'It contradicts {value} confirmed matches now, another number than was shown. Look at it again.',
    pt: 'Agora ela contradiz {value} correspondências confirmadas, outro número que o mostrado. Veja-a de novo.',
  },
  'conflict.modelDraft': {
    zh: '规则有一份未发布的草稿，请先发布或删除',
    en: 'There is a draft of these rules. Publish or discard it first.',
    pt: 'Há um rascunho destas regras. Publique-o ou descarte-o antes.',
  },
} as const satisfies Messages
