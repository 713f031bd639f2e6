import type { Sentences } from '@sluice/contract'

/** What the engine says, mappings apart. */
export const engineSentences: Sentences = {
  'Something went wrong inside Sluice. The log has the details.': '服务器内部错误，日志中有详情。',

  // connections
  'A {platform} connector cannot be a source.': '{platform} 连接器不能作为源。',
  'A {platform} connector cannot be a target.': '{platform} 连接器不能作为目标。',
  '{platform} cannot make a table from here.': '{platform~} 不能在此建表。',
  'Make it at the target and choose it there.': '请在目标系统建好，再来选择。',
  'The test took longer than {seconds} seconds and was given up.': '测试超过 {seconds} 秒，已放弃。',
  'Check that the address can be reached from here and that no firewall drops the connection.':
    '请检查地址能否从本机访问，以及防火墙是否丢弃连接。',
  'The connector does not exist any more.': '连接器已不存在。',
  'Choose another connector.': '请选择其他连接器。',
  'This installation has no connector for the platform {platform}.': '本系统没有平台 {platform} 的连接器。',
  'A stored secret cannot be opened. Enter it again, or restore the master key.':
    '保存的密码无法解密。请重新填写，或恢复主密钥。',
  'This directory is not open to connectors, or does not exist.': '此目录未对连接器开放，或不存在。',
  'The operator opens directories by the setting FILE_DIRECTORIES.': '系统管理员用 FILE_DIRECTORIES 设置开放目录。',
  'The file does not exist any more.': '文件已不存在。',
  'Upload it again and choose it in the connector.': '请重新上传，并在连接器中选择。',

  // check
  '{connector} cannot be a source.': '{connector} 不能作为源。',
  '{connector} cannot be a target.': '{connector} 不能作为目标。',
  'The connector {name} has never been tested.': '连接器 {name} 还没有测试过。',
  'The last test of the connector {name} failed.': '连接器 {name} 最近一次测试失败。',
  'The connector {name} belongs to the {env} environment.': '连接器 {name} 属于{env!}环境。',
  test: '测试',
  development: '开发',
  'The source has no field {field}.': '源没有字段 {field}。',
  'Every run reads everything, because no increment field is chosen.': '没有选择增量字段，每次都会读取全部数据。',
  'No look-back: a record committed late may be missed.': '没有回溯：提交较晚的数据可能漏读。',
  'The target has no field {field}.': '目标没有字段 {field}。',
  'Writing by key needs key fields, and the target has no primary key.': '按主键写入需要主键字段，而目标没有主键。',
  'No field is mapped.': '没有映射任何字段。',
  'Runs only by hand.': '仅手动运行。',
  'Everything is read every minute; choose an increment field or a longer pause.':
    '每分钟读取全部数据；请选择增量字段或放宽间隔。',
  'The strategy {name} already moves the same source to the same target.': '方案“{name}”已在同步同一个源和目标。',
  'Rows and checkpoint commit together, so a repeat is not possible.': '数据与水位一起提交，不会重复写入。',
  'Writing the same row twice changes nothing, so an unanswered write is repeated safely.':
    '同一行重复写入结果不变，没有应答的写入可以安全重试。',
  'The far system refuses to do one key twice, so an unanswered write is repeated safely.':
    '对方系统拒绝重复的幂等键，没有应答的写入可以安全重试。',
  'A repeat may double, so a write whose answer is lost waits as "unknown" for a person.':
    '重试可能造成重复，没有应答的写入会标为“结果未知”，等人工确认。',
  'The target cannot be opened: {message}': '目标无法打开：{message~}',
  'Give a record or a source to take one from.': '请提供一条数据，或一个可取数据的源。',
  'The source {resource} has no records yet.': '源 {resource} 还没有数据。',
  'Enter a record by hand to see what the mapping makes of it.': '请手工输入一条数据，查看映射结果。',
  'The record is not valid JSON.': '数据不是有效的 JSON。',
  'The record must be a JSON object.': '数据须为 JSON 对象。',

  // schedule
  'The schedule never fires: no date fits it.': '调度永远不会触发：没有符合的日期。',
  'A schedule has five parts (minute, hour, day, month, weekday); this has {count}.':
    '调度须有五段（分、时、日、月、周），这里有 {count} 段。',
  'The {name} part "{part}" is not valid; it takes {range}, lists, ranges and steps.':
    '{name!}段“{part}”无效；可用 {range~}、列表、区间和步长。',
  minute: '分钟',
  hour: '小时',
  'day of month': '日',
  month: '月',
  'day of week': '星期',
  '0–7, 0 and 7 being Sunday': '0–7（0 和 7 为星期日）',
  'There is no time zone {zone}; use a name such as Asia/Shanghai.': '没有时区 {zone}；请用 Asia/Shanghai 这样的名称。',
  'The slot {slot} was skipped because the strategy was still running.': '方案仍在运行，跳过了 {slot} 的调度。',
  'The schedule has no next slot: {message}': '调度没有下一次：{message~}',

  // source and target
  'The source broke off with an error that its connector does not know.': '源出现连接器不认识的错误，读取中断。',
  'The source answered with a place it was already at, so its pages would never end.':
    '源返回了已读过的位置，分页将永远不会结束。',
  'Check the paging settings of the source.': '请检查源的分页设置。',
  'The stored place of this source is not one of its own.': '保存的读取位置不属于此源。',
  'The target broke off with an error that its connector does not know.': '目标出现连接器不认识的错误，写入中断。',
  'The target did not answer once per record, so nobody can say what became of each.':
    '目标没有逐条应答，无法判断每条数据的结果。',
  'Look at the target, then confirm or reprocess the records.': '请到目标系统查看，再确认或重新处理这些数据。',
  'The run was stopped before the target answered.': '目标应答前，运行被停止。',

  // records
  'Ignored by a person; the new content is kept and not written.': '已人工忽略；新内容已保留，不写入。',
  'The answer to an earlier write was lost; the new content is kept and not written.':
    '之前的写入没有收到应答；新内容已保留，暂不写入。',
  'Look at the target, then reprocess or confirm the record.': '请到目标系统查看，再重新处理或确认这条数据。',
  'The mapping refuses this record.': '映射拒绝了这条数据。',
  '… and {count} more': '……还有 {count} 个问题',
  'Left out by the row filter of the strategy.': '被方案的筛选条件排除。',
  'The key ({fields}) is longer than {max} bytes or holds a character that cannot be stored.':
    '主键（{fields}）超过 {max} 字节，或含有无法保存的字符。',
  'Choose other key fields for this source.': '请为此源选择其他主键字段。',
  'The record has about {size} MiB of text; at most {max} MiB is taken.':
    '数据约有 {size} MiB 文本，最多接受 {max} MiB。',
  'Leave the large field out at the source.': '请在源中去掉这个大字段。',
  'Version {version} of the strategy is missing.': '找不到方案的版本 {version}。',
  'The strategy does not exist any more.': '方案已不存在。',
  'The stored page of this record has been cleaned up, so it cannot be written again.':
    '这条数据的原始页已清理，无法再次写入。',
  'Read it from the source again.': '请从源重新读取。',
  'The process ended after the write had begun; whether it arrived is not known.':
    '写入开始后进程结束，无法确定是否写入成功。',
  'Look at the target, then confirm or reprocess the record.': '请到目标系统查看，再确认或重新处理这条数据。',
  'Not sent, because the run could not go on: {message}': '没有发出，因为运行无法继续：{message~}',
  'the target is not open': '目标没有打开',
  'There is no such record.': '没有这条数据。',
  '{act} is not possible while the record is {state}.': '数据{state!}，不能{act!}。',
  Reprocessing: '重新处理',
  Ignoring: '忽略',
  Confirming: '确认',
  waiting: '等待中',
  'a duplicate': '是重复的',
  finished: '已完成',
  'in error': '为错误状态',
  'held for stock': '在等待库存',
  queued: '在队列中',
  'held for master data': '在等待基础资料',
  ignored: '已忽略',
  cancelled: '已取消',
  unknown: '结果未知',

  // runs
  'Waits for a free place: each process and each tenant runs a few strategies at once.':
    '等待空位：每个进程、每个租户同时运行的方案数有限。',
  'Brings the page in hand to its end.': '正在处理完手头的一页。',
  'Its process has not been heard of; another one takes it over.': '执行进程失去联系，将由另一个进程接管。',
  'Going on where an earlier process left off.': '从之前进程中断的地方继续。',
  'Started ({trigger}), version {version}.': '开始运行（{trigger!}），版本 {version}。',
  manual: '手动',
  schedule: '调度',
  retry: '重试',
  push: '推送',
  callback: '回调',
  'Reading everything.': '读取全部数据。',
  'Reading {field} from {from} to {to}.': '读取 {field} 从 {from~} 到 {to~}。',
  'the start': '最早',
  'the end': '最新',
  '{pages} pages: {books}.': '{pages} 页：{books!}。',
  'Stopped: {books}.': '已停止：{books!}。',
  'Finished: {books}.': '已完成：{books!}。',
  'Broke off: {message} ({books})': '运行中断：{message~}（{books!}）',
  'Broke off: {message}': '运行中断：{message~}',
  'The books do not balance: {imbalance}.': '账不平：{imbalance!}。',
  'The books of this run do not balance, so its result cannot be trusted.': '本次运行账不平，结果不可信。',
  'Compare source and target, then run the strategy in full.': '请核对源与目标，再全量运行方案。',
  '{count} records: {message}': '{count} 条数据：{message~}',

  // books
  '{count} records are still pending at the end of the run': '运行结束时仍有 {count} 条未处理完',
  'read {read} ≠ new {fresh} + duplicate {duplicate} + rejected {rejected} = {sum}':
    '读取 {read} ≠ 新增 {fresh} + 重复 {duplicate} + 拒收 {rejected} = {sum}',
  'staged {staged} ≠ new {fresh} + carried over {carried}': '待写 {staged} ≠ 新增 {fresh} + 续做 {carried}',
  'staged {staged} ≠ written {written} + skipped {skipped} + failed {failed} + dead {dead} + unknown {unknown} + pending {pending} = {sum}':
    '待写 {staged} ≠ 写入 {written} + 跳过 {skipped} + 待重试 {failed} + 错误 {dead} + 未知 {unknown} + 处理中 {pending} = {sum}',
  'read {count}': '读取 {count}',
  'read {count}, {rest}': '读取 {count}，{rest!}',
  'duplicate {count}': '重复 {count}',
  'duplicate {count}, {rest}': '重复 {count}，{rest!}',
  'rejected {count}': '拒收 {count}',
  'rejected {count}, {rest}': '拒收 {count}，{rest!}',
  'carried {count}': '续做 {count}',
  'carried {count}, {rest}': '续做 {count}，{rest!}',
  'written {count}': '写入 {count}',
  'written {count}, {rest}': '写入 {count}，{rest!}',
  'skipped {count}': '跳过 {count}',
  'skipped {count}, {rest}': '跳过 {count}，{rest!}',
  'failed {count}': '待重试 {count}',
  'failed {count}, {rest}': '待重试 {count}，{rest!}',
  'dead {count}': '错误 {count}',
  'dead {count}, {rest}': '错误 {count}，{rest!}',
  'unknown {count}': '未知 {count}',
  'unknown {count}, {rest}': '未知 {count}，{rest!}',
  'pending {count}': '处理中 {count}',
}
