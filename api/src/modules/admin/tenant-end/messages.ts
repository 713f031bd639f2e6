import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'conflict.tenantExport': {
    zh: '已有一个租户导出正在进行，请等它结束或取消它',
    en: 'An export of the tenant is under way. Wait for it to end, or cancel it.',
    pt: 'Há uma exportação do locatário em andamento. Aguarde o fim ou cancele-a.',
  },
  'conflict.tenantEnd': {
    zh: '已经申请注销这个租户',
    en: 'The end of this tenant was asked for already.',
    pt: 'O encerramento deste locatário já foi pedido.',
  },
  'conflict.tenantName': {
    zh: '请完整输入租户名称“{value}”以确认注销',
    en: 'Type the whole name of the tenant, "{value}", to confirm its end.',
    pt: 'Digite o nome completo do locatário, "{value}", para confirmar o encerramento.',
  },
  'notFound.tenantEnd': {
    zh: '没有可以撤回的注销申请：没有人申请，或删除已经开始',
    en: 'There is no end to take back: nobody asked for it, or the removal has begun.',
    pt: 'Não há encerramento a desfazer: ninguém o pediu, ou a remoção já começou.',
  },
} as const satisfies Messages
