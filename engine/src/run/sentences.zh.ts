import type { Sentences } from '@sluice/contract'

/** What the engine says about sources that are read and followed. */
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

  // reading
  'The settings of the strategy do not say how documents without rows are written.':
    '方案设置没有指定已没有行的单据要写哪些字段。',
  'Choose the fields in the settings of the strategy, or decide otherwise.':
    '请在方案设置中选择字段，或改用其他处理方式。',
  'New fields of the source are copied from now on: {fields}.': '源新增的字段从现在起一并照搬：{fields}。',
  'Mend the mapping and save the strategy, or accept in its source settings that fields of the source change.':
    '请修改映射并保存方案，或在方案的源设置中允许源字段变化。',
  'Rows missing because another row of the same read has their key: {count}.':
    '因同一次读取中另有一行主键相同而缺失的行：{count}。',
  'Another row of this read has the same key ({key}) and other values: {fields}.':
    '本次读取中另有一行主键相同（{key}）而内容不同：{fields}。',
  'Another row of this read has the same key ({key}) and other values.':
    '本次读取中另有一行主键相同（{key}）而内容不同。',
  'Another row of this read is equal to this one in every field ({key}), so the two cannot be told apart.':
    '本次读取中另有一行与此行所有字段都相同（{key}），两行无法区分。',
  'Take the fields that tell these rows apart into the key, or say in the strategy that rows of one key are versions of one record.':
    '请把能区分这些行的字段加入主键，或在方案中说明同一主键的多行是同一条数据的不同版本。',
  'Give the table a key of its own, or say in the strategy that rows of one key are versions of one record.':
    '请给表加上主键，或在方案中说明同一主键的多行是同一条数据的不同版本。',
  'Records without a value in {field}: {count}. They belong to no window and are read beside it.':
    '{field} 没有值的数据：{count} 条。它们不属于任何增量区间，每次另行读取。',
  'The newest {field} is {rows}, which lies in the future. The cursor goes to {until} only, so that nothing is missed; rows after it are read in each run until their time has come.':
    '{field} 的最新值是 {rows}，在将来。游标只移到 {until}，以免遗漏；其后的行在到期之前每次运行都会读取。',
  'The cursor of {field} stands at {cursor}, which lies in the future, so rows with earlier times were not read. Set the cursor to the time before that, or run the strategy in full.':
    '{field} 的游标停在 {cursor}，在将来，因此时间更早的行没有读取。请把游标调回到那之前，或全量运行方案。',
  'The source was set back or filled anew: its newest rows lie before the cursor and were not known, and rows before them were not read. Run the strategy in full.':
    '源数据被恢复到了更早的状态，或被重新填充：其最新的行在游标之前，且之前没有读到过；更早的行没有读取。请全量运行方案。',
  'The newest {field} of the source is {rows}, before {cursor}, where the last run had come to: its newest rows are gone, or it was set back or filled anew. Its newest rows are read once more to tell the two apart.':
    '源中 {field} 的最新值是 {rows}，早于上次运行已读到的 {cursor}：可能是最新的行被删除，也可能是源数据被恢复到更早的状态或重新填充。会再读一次最新的行以区分这两种情况。',
  'The cursor lies in the future, so rows with earlier times were not read. Set it back, or run the strategy in full.':
    '游标在将来，因此时间更早的行没有读取。请把它调回，或全量运行方案。',
  'Rows without a value in the increment field are too many to be read in each run; what changes in them is missed.':
    '增量字段没有值的行太多，无法每次读取，其中的变化会被遗漏。',
  'From now on files are known by name, size and time. Files from before {time} that are here already count as read; run the strategy in full where some may have been missed.':
    '从现在起按名称、大小和时间记住文件。已在此处且早于 {time} 的文件视为已读取；若可能有遗漏，请完整运行一次策略。',
  'Records without a value in {field}: {count}. These are too many to be read in each run, so what changes in them is missed; fill the field, choose another one, or run the strategy in full.':
    '{field} 没有值的数据：{count} 条，数量太多，无法每次读取，其中的变化会被遗漏；请补齐该字段、换一个增量字段，或全量运行方案。',

  // far systems that fail
  'Failing since {since}, tried once.': '自 {since} 起连接失败，已尝试 1 次。',
  'Failing since {since}, tried {tries} times.': '自 {since} 起连续失败，已尝试 {tries} 次。',
  'Failing since {since}, tried once, next try at {next}.': '自 {since} 起连接失败，已尝试 1 次，下次尝试 {next}。',
  'Failing since {since}, tried {tries} times, next try at {next}.':
    '自 {since} 起连续失败，已尝试 {tries} 次，下次尝试 {next}。',
  'Failing since {since}, tried once; it is tried again when it is next needed.':
    '自 {since} 起连接失败，已尝试 1 次，下次用到时再试。',
  'Failing since {since}, tried {tries} times; it is tried again when it is next needed.':
    '自 {since} 起连续失败，已尝试 {tries} 次，下次用到时再试。',
  'Available again since {at}. It had been failing since {since}; failed tries: {tries}.':
    '自 {at} 起恢复可用。此前自 {since} 起不可用，失败 {tries} 次。',
  'Ask whoever runs the far system; until then it is tried again by itself.':
    '请联系对方系统的管理员；在此期间会自动重试。',
  'The far system of the connector {name}: {trouble}': '连接器 {name} 的对方系统：{trouble~}',
  'The far system does not answer as it should.': '对方系统没有正常应答。',
  'The far system answers that it has a fault (HTTP {status}).': '对方系统返回故障（HTTP {status}）。',
  '{vanished} of {known} known documents have no rows any more and were left as they are.':
    '已知的 {known} 张单据中有 {vanished} 张已没有行，均未改动。',
  'That is more than may be retired without a person: look at the source, then confirm it on the strategy.':
    '数量超过可自动处理的上限：请先检查源，再在方案中确认。',
  'Rows of the grouped strategy were rejected and could belong to them: mend these, and the next run looks again.':
    '被分组方案有行被拒绝，可能属于这些单据：请先修正，下次运行会重新判断。',
  'The grouped strategy was not read to its end: run it again, and the next run looks again.':
    '被分组方案没有读完：请重新运行，下次运行会重新判断。',
  'The grouped strategy is being read just now: the next run looks again.': '被分组方案正在读取：下次运行会重新判断。',
  'Rows that are not written yet could belong to them: mend these, and the next run looks again.':
    '尚未写入的行可能属于这些单据：请先修正，下次运行会重新判断。',
  '{changed} of {asked} rows were not kept as they were written. The row {row} is not there.':
    '{asked} 行中有 {changed} 行在目标中与写入的不同。行 {row} 不存在。',
  '{changed} of {asked} rows were not kept as they were written. The field {field} of the row {row} holds {held} and not {written}.':
    '{asked} 行中有 {changed} 行在目标中与写入的不同。行 {row} 的字段 {field} 为 {held}，而写入的是 {written}。',
  '{changed} of {asked} rows were not kept as they were written. The field {field} of the row {row} holds something else than {written}.':
    '{asked} 行中有 {changed} 行在目标中与写入的不同。行 {row} 的字段 {field} 与写入的 {written} 不同。',
  '{changed} of the first {asked} rows were not kept as they were written; the log of the run says which.':
    '最先写入的 {asked} 行中有 {changed} 行在目标中与写入的不同；详见运行日志。',
  'The rows that were written first could not be read back: {message}': '无法读回最先写入的行：{message}',
  'Written records were not handed on to the next strategy; the log of the run says why.':
    '已写入的数据没有交给下一个方案；原因见运行日志。',
  '{count} documents have no rows any more and were left as they are; the log of the run says why.':
    '{count} 张单据已没有行，均未改动；原因见运行日志。',
  'The table was emptied at once (TRUNCATE): every record of it that is known here is deleted.':
    '表被整体清空（TRUNCATE）：本方案已知的每条数据都按删除处理。',
  'The table was emptied at once (TRUNCATE); the strategy leaves deleted records alone, so they stay at the target.':
    '表被整体清空（TRUNCATE）；方案不处理删除，目标中的数据保持不动。',
  'Run the strategy in full: it reads everything anew and then follows. Or accept in its source settings that the source changes.':
    '请全量运行方案：先重新读取全部数据，再继续跟踪；或在源端设置中接受源的变化。',
  'No row gives this document any more, and it is still at the target.': '已没有任何行属于这张单据，而它仍在目标中。',
  'Decide what becomes of it: deleted, written with zeros, marked, or kept.':
    '请决定如何处理：删除、清零、标记或保留。',
  'The document has no field "{field}" that could be written to retire it.':
    '这张单据没有可写的字段“{field}”，无法作废。',
  'The strategy does not say which fields are written to retire a document.': '方案没有指定作废单据时要写的字段。',
  'It is no document without rows.': '它不是已没有行的单据。',
  'There was no answer in time. Try again in a moment.': '处理超时，没有在规定时间内得到结果，请稍后再试',
  'It could not be read within the time and memory that it may take; send it in parts.':
    '内容太复杂，在允许的时间和内存内没有读完。请分成几份发送',
  'Another record of this strategy ({record}) goes to the same row of the target ({values}).':
    '本方案的另一条数据（{record}）写入目标的同一行（{values}）。',
  'Take every key field of the source into the key of the target, or say in the strategy that records share rows and the last one counts.':
    '请把源的全部主键字段映射到目标主键，或在方案中设定多条数据共用一行、以最后一条为准。',
}
