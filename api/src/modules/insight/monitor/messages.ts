import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.objective': {
    zh: '此方案没有目标',
    en: 'This strategy is held to nothing.',
    pt: 'Esta estratégia não tem objetivo.',
  },
  'invalid.objectiveNone': {
    zh: '请至少设定成功率或新鲜度之一',
    en: 'Set a goal for success or for freshness.',
    pt: 'Defina um objetivo de sucesso ou de atualidade.',
  },
  'invalid.objectiveFresh': {
    zh: '新鲜度目标需要业务日期字段、时限和时间占比',
    en: 'A goal for freshness needs a business date, a limit and a share of the time.',
    pt: 'Um objetivo de atualidade precisa de uma data de negócio, um limite e uma parte do tempo.',
  },
  'invalid.objectiveField': {
    zh: '最近写入的 {value} 条数据中，此字段没有一个能读出日期',
    en: 'None of the {value} records written last has a date in this field that can be read.',
    pt: 'Nenhum dos {value} últimos registros gravados tem neste campo uma data que se possa ler.',
  },
} satisfies Messages
