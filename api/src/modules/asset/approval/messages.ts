import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.approval': {
    zh: '审批单不存在',
    en: 'There is no such request for approval.',
    pt: 'Este pedido de aprovação não existe.',
  },
  'conflict.approvalAsked': {
    zh: '已有待审批的发布申请，请等待处理或先撤回',
    en: 'Its publishing waits for approval already. Wait for the decision, or withdraw the request.',
    pt: 'A publicação já aguarda aprovação. Espere a decisão ou retire o pedido.',
  },
  'conflict.approvalHandled': {
    zh: '审批单已处理',
    en: 'The request has been handled already.',
    pt: 'O pedido já foi tratado.',
  },
  'conflict.ownApproval': {
    zh: '不能审批自己的申请，请由其他审批人处理',
    en: 'Nobody approves their own request while another approver exists.',
    pt: 'Ninguém aprova o próprio pedido enquanto houver outro aprovador.',
  },
  'conflict.notOwnApproval': {
    zh: '只能撤回自己的申请',
    en: 'Only one’s own request can be withdrawn.',
    pt: 'Só o próprio pedido pode ser retirado.',
  },
} as const satisfies Messages
