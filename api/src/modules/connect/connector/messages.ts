import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'conflict.platformStopped': {
    zh: '平台已停用，不能新建连接器',
    en: 'The platform is stopped and takes no new connectors.',
    pt: 'A plataforma está parada e não aceita novos conectores.',
  },
  'invalid.params': {
    zh: '连接参数有误：{field}',
    en: 'Check the parameter {field}.',
    pt: 'Verifique o parâmetro {field}.',
  },
} as const satisfies Messages
