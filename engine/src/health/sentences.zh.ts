import type { Sentences } from '@sluice/contract'

/** What the engine says about how strategies do. */
export const healthSentences: Sentences = {
  'Look at the mapped fields that are named, and save a version that fits.':
    '请检查列出的映射字段，并保存一个相符的版本。',
  'The connector {name} is cut off after failures in a row.': '连接器 {name} 因连续失败已被暂停访问。',
  'Look at its calls; it is tried again by itself from time to time.': '请查看它的调用记录；系统会自动重试。',
  'The connector {name} did not pass its last test.': '连接器 {name} 最近一次测试未通过。',
  'Test the connector and mend what the failed step names.': '请重新测试连接器，并按未通过的步骤修复。',
  'No living process serves the process pool {name}.': '没有在线进程服务进程池 {name}。',
  'Start a process with the label {label}.': '请启动带有标签 {label} 的进程。',
  '{errors} records failed and {written} were written in the window: {percent} % errors, from {fromPercent} % on that is too many.':
    '窗口内失败 {errors} 条、写入 {written} 条，错误率 {percent} %，达到 {fromPercent} % 即超限。',
  'The last run failed.': '最近一次运行失败。',
  'Not at the target: {rejected} rows rejected by the last run, {inError} records in error or without an answer.':
    '未到目标：最近一次运行拒收 {rejected} 行，出错或结果未知 {inError} 条。',
  'Look at the error data: most of it usually has one cause.': '请查看错误数据，多数错误往往出自同一原因。',
  'The last {failures} runs failed, from {from} on that is too many.':
    '最近连续 {failures} 次运行失败，达到 {from} 次即超限。',
  'Look at the log of the last run, then check the strategy.': '请查看最近一次运行的日志，再检查方案。',
  'It has been started and never dispatched, for three slots of its schedule.':
    '方案已启动，但错过三个调度周期仍从未调度。',
  'It was last dispatched on {at}, three slots of its schedule ago or more.':
    '上次调度是 {at}，已错过至少三个调度周期。',
  'Look at what its queued run waits for, and whether a scheduler is running.':
    '请查看排队的运行在等什么，以及调度进程是否在运行。',
  'Its last {runs} runs ended well without a record, and none before them brought one.':
    '最近 {runs} 次运行都正常结束却没有取到数据，此前也从未取到。',
  'Nothing new came in the window; in the same hours of the last four weeks it was {usual} on average.':
    '窗口内没有新增；过去四周的同一时段平均新增 {usual} 条。',
  'Look at the source: is it still written to, and do filter and increment still find its rows?':
    '请检查源：是否仍有新数据，过滤条件和增量字段是否还能取到。',
  '{backlog} records wait to be written, more than {above}.': '{backlog} 条数据等待写入，超过 {above} 条。',
  'Give the process pool more places, or the target larger batches.': '请调大进程池的并发，或加大目标的批量。',
  'What has waited longest has done so for {minutes} minutes, more than {above}.':
    '等待最久的已等 {minutes} 分钟，超过 {above} 分钟。',
  'Its budget for errors goes {burn} times too fast in the last {hours} h: {left} % is left of what {days} days may have at {percent} % success.':
    '近 {hours} 小时错误预算消耗过快，是允许速度的 {burn} 倍；按 {days} 天成功率 {percent} % 计，预算还剩 {left} %。',
  'Its budget for old data goes {burn} times too fast in the last {hours} h: {left} % is left of what {days} days may have at {minutes} minutes in {percent} % of the time.':
    '近 {hours} 小时数据过期预算消耗过快，是允许速度的 {burn} 倍；按 {days} 天内 {percent} % 的时间不超过 {minutes} 分钟计，预算还剩 {left} %。',
  'Dispatch the strategy now, or look at why its records wait for a retry.':
    '请立即调度方案，或查看数据为何在等待重试。',
  'Parquet of so many rows and columns takes more memory than one export may use.':
    '行和列太多，写成 Parquet 需要的内存超过一次导出的上限。',
  'Narrow the filter, or choose CSV or JSON Lines.': '请缩小筛选范围，或选择 CSV、JSON Lines。',
  'A sheet holds {rows} rows, and there are more.': '一个工作表最多 {rows} 行，数据超出了。',
  'Narrow the filter, or choose CSV, JSON Lines or Parquet.': '请缩小筛选范围，或改用 CSV、JSON Lines 或 Parquet。',
  'Its budget for errors is used up, that of {days} days at {percent} % success: in the last {hours} h errors came {burn} times too fast.':
    '按 {days} 天成功率 {percent} % 计的错误预算已用完：近 {hours} 小时出错速度是允许的 {burn} 倍。',
  'Its budget for old data is used up, that of {days} days at {minutes} minutes in {percent} % of the time: in the last {hours} h data was old {burn} times too often.':
    '按 {days} 天内 {percent} % 的时间不超过 {minutes} 分钟计的数据过期预算已用完：近 {hours} 小时过期频率是允许的 {burn} 倍。',
}
