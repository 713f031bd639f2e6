import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'conflict.envActive': {
    zh: '这是当前使用的环境',
    en: 'This environment is the active one.',
    pt: 'Este ambiente é o ativo.',
  },
  'conflict.envEmpty': {
    zh: '该环境还没有参数，请先填写',
    en: 'This environment has no parameters yet. Enter them first.',
    pt: 'Este ambiente ainda não tem parâmetros. Informe-os primeiro.',
  },
  'conflict.envVersion': {
    zh: '该版本属于另一个环境，请先切换环境',
    en: 'This version belongs to another environment. Switch to it first.',
    pt: 'Esta versão pertence a outro ambiente. Mude para ele primeiro.',
  },
  'conflict.confirmSwitch': {
    zh: '有 {value} 个已启动的方案将使用新环境，请确认',
    en: '{value} started strategies will use the other environment. Confirm the switch.',
    pt: '{value} estratégias iniciadas passarão a usar o outro ambiente. Confirme a troca.',
  },
} as const satisfies Messages
