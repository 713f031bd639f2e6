import type { Sentences } from '@sluice/contract'

/** What the engine says about sources that are followed. */
export const followSentences: Sentences = {
  "The source's server keeps {megabytes} MB for this strategy, {share} % of what it may.":
    '源端为本方案保留了 {megabytes} MB，已达上限的 {share} %。',
  'What the source kept for this strategy was dropped, because it had grown to its limit.':
    '源端为本方案保留的日志达到上限，已放弃位点。',
  'What the source kept for this strategy was dropped, because it had grown to its limit. ({megabytes} MB)':
    '源端为本方案保留的日志达到上限，已放弃位点。（{megabytes} MB）',
  'Run the strategy in full: it reads everything anew and then follows.':
    '请全量运行方案：先重新读取全部数据，再继续跟踪。',
  'The source no longer has the changes that come next.': '源端已没有接下来的变更。',
  'This source cannot be followed; it can only be read.': '此源不支持跟踪变更，只能读取。',
  'Switch following off and choose a schedule.': '请关闭跟踪变更并选择调度。',
  'The stream of changes broke off with an error that its connector does not know.': '变更流中断，连接器不认识该错误。',
  'The stream of changes ended by itself.': '变更流自行结束。',
  'The source does not say where it goes on.': '源没有给出继续的位置。',
  'The increment field has no meaning while the source is followed.': '跟踪变更时增量字段不起作用。',
  'Changes of known records are left out, because known keys are never taken again.':
    '已有主键不再取：已有数据的变化会被忽略。',
  'A record that no longer meets the filter stays at the target as it was.':
    '变化后不再符合过滤条件的数据，在目标中保持原样。',
  'Deleted records are left alone at the target; choose what a deletion means.':
    '源端删除的数据在目标中保持不动；请选择删除的处理方式。',
  'The run was ended because of an error that nothing in it had expected. The log has the details.':
    '运行因意外错误而结束，详情见进程日志。',
  'The schedule has no meaning while the source is followed.': '跟踪变更时调度不起作用。',
}
