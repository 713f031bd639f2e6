import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'invalid.assignee': {
    zh: '只能指派给启用且有权查看方案的账号',
    en: 'Only somebody active who may see strategies can be given an error.',
    pt: 'Um erro só pode ser atribuído a alguém ativo que possa ver estratégias.',
  },
  'invalid.assigneeScope': {
    zh: '该账号看不到方案“{value}”，请先调整其角色的数据范围',
    en: 'This person does not see the strategy "{value}"; widen the data scope of the role first.',
    pt: 'Esta pessoa não vê a estratégia "{value}"; amplie antes o escopo de dados do perfil.',
  },
} as const satisfies Messages
