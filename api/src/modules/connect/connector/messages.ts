import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'conflict.platformStopped': {
    zh: '平台已停用，不能新建连接器',
    en: 'The platform is stopped and takes no new connectors.',
    pt: 'A plataforma está parada e não aceita novos conectores.',
  },
  'tooMany.connectors': {
    zh: '连接器数已到租户上限 {value}，请联系平台管理员',
    en: 'The tenant has its {value} connectors, which is its quota. Ask the operator to raise it.',
    pt: 'O locatário já tem {value} conectores, que é sua cota. Peça ao operador para aumentá-la.',
  },
  'invalid.params': {
    zh: '连接参数有误：{field}',
    en: 'Check the parameter {field}.',
    pt: 'Verifique o parâmetro {field}.',
  },
} as const satisfies Messages
