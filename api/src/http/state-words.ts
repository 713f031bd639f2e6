import {
  type ErrorCategory,
  type ErrorGroupStatus,
  type RecordState,
  recordStates,
  type strategyStates,
  type Words,
} from '@sluice/contract'
import { type Language, sayWords } from './messages.ts'

const records: Readonly<Record<RecordState, Words>> = {
  0: { zh: '等待中', en: 'Waiting' },
  1: { zh: '重复的', en: 'Duplicate' },
  2: { zh: '已完成', en: 'Finished' },
  3: { zh: '错误的', en: 'Error' },
  4: { zh: '负库存', en: 'Negative stock' },
  5: { zh: '队列中', en: 'Queued' },
  6: { zh: '基础资料错误', en: 'Master-data error' },
  7: { zh: '已忽略', en: 'Ignored' },
  8: { zh: '已取消', en: 'Cancelled' },
  9: { zh: '结果未知', en: 'Unknown outcome' },
  10: { zh: '已删除', en: 'Deleted' },
  11: { zh: '待重试', en: 'To retry' },
}

const strategies: Readonly<Record<(typeof strategyStates)[number], Words>> = {
  draft: { zh: '草稿', en: 'Draft' },
  stopped: { zh: '已停止', en: 'Stopped' },
  running: { zh: '已启动', en: 'Started' },
}

const categories: Readonly<Record<ErrorCategory, Words>> = {
  network: { zh: '网络', en: 'Network' },
  timeout: { zh: '超时', en: 'Timeout' },
  auth: { zh: '鉴权', en: 'Authentication' },
  limit: { zh: '限流', en: 'Rate limit' },
  parameter: { zh: '参数', en: 'Parameter' },
  business: { zh: '业务', en: 'Business' },
  duplicate: { zh: '重复的', en: 'Duplicate' },
  mapping: { zh: '映射', en: 'Mapping' },
  script: { zh: '脚本', en: 'Script' },
}

const errorStates: Readonly<Record<ErrorGroupStatus, Words>> = {
  open: { zh: '未处理', en: 'Open' },
  progress: { zh: '处理中', en: 'In progress' },
  ignored: { zh: '已忽略', en: 'Ignored' },
  resolved: { zh: '已解决', en: 'Resolved' },
}

/** A record's state as the console calls it, for files that people read; machines are given the code. */
export function sayRecordState(code: number, language: Language): string {
  const state = recordStates.find(each => each === code)
  return state === undefined ? String(code) : sayWords(records[state], language)
}

/** A strategy's state as the console calls it. */
export const sayStrategyState = (state: (typeof strategyStates)[number], language: Language): string =>
  sayWords(strategies[state], language)

/** What kind of trouble a group of errors is, as the console calls it. */
export const sayErrorCategory = (category: ErrorCategory, language: Language): string =>
  sayWords(categories[category], language)

/** What people made of a group of errors, as the console calls it. */
export const sayErrorStatus = (status: ErrorGroupStatus, language: Language): string =>
  sayWords(errorStates[status], language)
