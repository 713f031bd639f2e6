import { type RecordState, recordStates, type strategyStates, type Words } from '@sluice/contract'
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
}

const strategies: Readonly<Record<(typeof strategyStates)[number], Words>> = {
  draft: { zh: '草稿', en: 'Draft' },
  stopped: { zh: '已停止', en: 'Stopped' },
  running: { zh: '已启动', en: 'Started' },
}

/** A record's state as the console calls it, for files that people read; machines are given the code. */
export function sayRecordState(code: number, language: Language): string {
  const state = recordStates.find(each => each === code)
  return state === undefined ? String(code) : sayWords(records[state], language)
}

/** A strategy's state as the console calls it. */
export const sayStrategyState = (state: (typeof strategyStates)[number], language: Language): string =>
  sayWords(strategies[state], language)
