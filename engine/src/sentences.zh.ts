// waiver: size: a catalogue; one line an entry.
import type { Sentences } from '@sluice/contract'

/** What the engine says, mappings apart. */
export const engineSentences: Sentences = {
  'Version {version} of the package {name} was withdrawn by the market it came from; what is installed stays.':
    '方案包 {name} 的版本 {version} 已被它来自的市场下架；已安装的不受影响。',
  'A {platform} connector takes no messages.': '{platform} 连接器不能接收消息。',
  'No answer.': '没有应答。',
  'The access granted to the connector {connector} has ended; grant it again.':
    '连接器 {connector} 的授权已失效，请重新授权。',
  'The access granted to the connector {connector} ends at {ends_at}; grant it again before.':
    '连接器 {connector} 的授权将于 {ends_at} 到期，请提前重新授权。',
  'Sent {count} records to the target by hand from the debugger ({user}); they are in no books.':
    '调试器手工写入目标 {count} 条（{user}），不计入任何运行的账。',
  'A canary begins: {share} % of the keys go by version {version}.':
    '灰度开始：{share} % 的主键按版本 {version} 处理。',
  'The canary is promoted: {failed} of {records} records failed by version {version}, {old_failed} of {old_records} by version {base}.':
    '灰度已转正：版本 {version} 的 {records} 条中失败 {failed} 条，版本 {base} 的 {old_records} 条中失败 {old_failed} 条。',
  'The canary has reached its limits and waits for a decision: {failed} of {records} records failed by version {version}, {old_failed} of {old_records} by version {base}.':
    '灰度已达到限额，等待决定：版本 {version} 的 {records} 条中失败 {failed} 条，版本 {base} 的 {old_records} 条中失败 {old_failed} 条。',
  'The canary is rolled back by hand: {failed} of {records} records failed by version {version}, {old_failed} of {old_records} by version {base}.':
    '灰度已手工回退：版本 {version} 的 {records} 条中失败 {failed} 条，版本 {base} 的 {old_records} 条中失败 {old_failed} 条。',
  'The canary is rolled back, because the books of a run do not balance: {failed} of {records} records failed by version {version}, {old_failed} of {old_records} by version {base}.':
    '有一次运行的账不平，灰度已回退：版本 {version} 的 {records} 条中失败 {failed} 条，版本 {base} 的 {old_records} 条中失败 {old_failed} 条。',
  'The canary is rolled back, because too many records failed: {failed} of {records} records failed by version {version}, {old_failed} of {old_records} by version {base}.':
    '失败的数据过多，灰度已回退：版本 {version} 的 {records} 条中失败 {failed} 条，版本 {base} 的 {old_records} 条中失败 {old_failed} 条。',
  'The canary is rolled back, because its mapping cannot be run: {failed} of {records} records failed by version {version}, {old_failed} of {old_records} by version {base}.':
    '新版本的映射无法运行，灰度已回退：版本 {version} 的 {records} 条中失败 {failed} 条，版本 {base} 的 {old_records} 条中失败 {old_failed} 条。',
  'Nobody has granted this connector access yet.': '还没有人为这个连接器授权。',
  'Grant access on the page of the connector.': '请在连接器详情页授权。',
  'The granted access has ended: {reason}.': '授权已失效：{reason}。',
  'Grant access again on the page of the connector.': '请在连接器详情页重新授权。',
  'The authorization server answered {status}.': '授权服务器应答 {status}。',
  'Another process has been refreshing the granted access for too long.': '另一个进程刷新授权的时间过长。',
  'Try again later.': '请稍后重试。',
  'The value map "{name}" is read backwards, and {ambiguous} of its values have several answers.':
    '静态映射“{name}”被反向使用，其中 {ambiguous} 个值有多个对应结果。',
  'The value map "{name}" has no lines.': '静态映射“{name}”没有任何行。',
  'By the ignore rule "{contains}" the record is left out.': '按忽略规则“{contains}”，这条记录已忽略。',
  'By the ignore rule "{contains}" the record counts as finished.': '按忽略规则“{contains}”，这条记录视为已完成。',
  'A correction names a field and its new value.': '修正需要字段名和新值。',
  'The record has no place for the field "{field}".': '记录里没有字段“{field}”的位置。',
  'Name the field as the record has it: buyer.name, lines[0].qty.':
    '请按记录里的写法填写字段，例如 buyer.name、lines[0].qty。',
  'A correction needs at least one changed field.': '修正至少需要修改一个字段。',
  'The record is not stored any more.': '这条记录已不在库中。',
  'The answer to its write was lost, so a repeat may double it. Settle it in the list of unanswered writes.':
    '写入的应答丢失，重发可能重复。请在“结果未知”列表中处理。',
  'It waits for a run already.': '已在等待运行。',
  'A run has it in hand.': '正在被一次运行处理。',
  'It is not in error any more.': '已经不是错误状态。',
  'It is in error for another reason now.': '现在的错误原因已不同。',
  'Nothing was sent for it that could be sent again.': '没有可以重发的内容。',
  'The rehearsal was taken up several times and never came to its end.': '预演多次被接手，始终没有完成。',
  'Rehearse fewer records.': '请减少预演的记录数。',
  'The discovery was taken up several times and never came to its end.': '读取清单多次被接手，始终没有完成。',
  'Ask for it again; narrow what the connector sees, for example to one schema.':
    '请重新读取；可缩小连接器能看到的范围，例如只看一个模式。',
  'The far system did not answer within {seconds} seconds.': '外部系统在 {seconds} 秒内没有答复。',
  'Ask again when it is less busy; narrow what the connector sees, for example to one schema.':
    '请在它不忙时重试；可缩小连接器能看到的范围，例如只看一个模式。',
  'The connector has another environment now.': '连接器已切换到其他环境。',
  'The runs that were to take the records up were stopped. The records wait for the next run of the strategy.':
    '处理这些记录的运行被停止。记录会等待方案的下一次运行。',
  'Single records cannot be read from this source.': '这个源不能按主键读取单条数据。',
  'Process them again as they are stored, or run the strategy.': '请用已存的内容重新处理，或运行方案。',
  'Reading {count} records again by their key.': '正在按主键重新读取 {count} 条数据。',
  'Records whose key is made of several fields cannot be read one by one.': '主键由多个字段组成的数据不能逐条读取。',
  'The run that was to read the records again was stopped.': '重新读取数据的运行被停止。',
  'This target cannot be asked which records it has.': '这个目标不能查询它已有哪些记录。',
  'Look them up in the far system, then confirm or resend them here.': '请到对方系统核实，然后在这里确认或重新发送。',
  'What was sent is not kept any more.': '发出的内容已经没有保留。',
  'A strategy that replaces the whole set reads everything in every run.': '整批替换的方案每次运行都读取全部。',
  'Start the strategy instead.': '请直接运行方案。',
  'The strategy leaves deleted records alone, so there is nothing to scan for.':
    '方案不处理已删除的记录，没有需要比对的。',
  'Choose to mark or to delete them, then scan again.': '请选择“标记”或“删除”，再重新比对。',
  'A range needs an increment field, and the strategy has none.': '时间段重跑需要增量字段，而方案没有。',
  'Choose an increment field, or run everything.': '请选择增量字段，或全量运行。',
  'This version of the strategy has no remedy for omissions.': '方案的这个版本没有配置补漏。',
  'Reading the keys of the source, to find what is gone.': '正在读取源的主键，找出消失的数据。',
  'Reading {field} from {from} to {to} again; the cursor does not move.':
    '重新读取 {field} 从 {from~} 到 {to~}；续传位置不移动。',
  'The process ended while the new set was being made. The target holds one whole set.':
    '生成新数据时进程结束。目标里是完整的一批数据。',
  'Start the strategy again.': '请重新运行方案。',
  '{errors} records were rejected or could not be written, at most {maxErrors} of all may be missing. The target keeps its old rows.':
    '{errors} 条数据被拒收或无法写入，全部数据中最多允许缺少 {maxErrors} 条。目标保持原有数据。',
  'Mend these records, or allow a set without them.': '请修正这些记录，或允许缺少它们。',
  'The source answered with no records. The target keeps its old rows.': '源没有返回任何记录。目标保持原有数据。',
  'Look at the source; allow an empty set where that is meant.': '请检查源；如果确实为空，请允许为空。',
  '{unreadable} rows of the source have no readable key, so nobody can say what is gone. Nothing was deleted.':
    '源里有 {unreadable} 行的主键无法读取，无法判断哪些已消失。没有删除任何数据。',
  'Mend the key of these rows at the source, then scan again.': '请在源里修正这些行的主键，再重新比对。',
  '{vanished} of {known} known records are gone at the source, more than the {maxPercent} % that may be deleted without a person. Nothing was deleted.':
    '已知的 {known} 条记录中有 {vanished} 条在源里消失，超过了无需人工确认的 {maxPercent} %。没有删除任何数据。',
  'Look at the source, then confirm the deletion on the strategy.': '请检查源，然后在方案上确认删除。',
  'A {platform} target cannot exchange its rows for a new set in one step.': '{platform} 目标不能一步切换整批数据。',
  'Write by key instead, and let deleted records be found by a key scan.':
    '请改用按主键写入，并用主键比对发现已删除的记录。',
  'A newer version of this record follows in the same run.': '同一次运行里有这条记录的更新版本。',
  'The record is gone at the source, and this target cannot delete.': '源里已删除这条记录，而这个目标不能删除。',
  'Choose to mark deleted records only, or remove the row at the target by hand and confirm the record.':
    '请选择只标记，或在目标里手工删除后确认这条记录。',
  'The increment field holds numbers like {like}, which are no times.': '增量字段里是 {like} 这样的数字，不是时间。',
  'Choose a time as the increment field, or run a range by hand.': '请选择时间作为增量字段，或手工重跑一段。',
  'Deleted at the source; the strategy leaves deleted records alone.': '源里已删除；方案不处理已删除的记录。',
  'Something went wrong inside Sluice. The log has the details.': '服务器内部错误，日志中有详情。',

  // storage
  'Only records that are done, in error, ignored, cancelled or deleted can be cleaned up.':
    '只能清理已完成、错误、已忽略、已取消、重复或已删除的数据。',
  'There is no such archive.': '归档不存在。',
  'The archive does not read back as it was written, so nothing was deleted.':
    '归档读回的内容与写入的不一致，因此没有删除任何数据。',
  'Check the disk below DATA_DIR/archive.': '请检查 DATA_DIR/archive 所在的磁盘。',
  'The file of this archive is missing or was changed, so it cannot be restored.': '归档文件丢失或已被改动，无法恢复。',
  'Bring the file back from a backup of DATA_DIR/archive.': '请从 DATA_DIR/archive 的备份中找回该文件。',
  'Paused because the storage is full; goes on by itself when there is space.':
    '存储空间已满，已暂停；有空间后自动继续。',
  'Paused because the database does not answer; goes on by itself when it is back.':
    '数据库无响应，已暂停；恢复后自动继续。',

  // connections
  'A {platform} connector cannot be a source.': '{platform} 连接器不能作为源。',
  'A {platform} connector cannot be a target.': '{platform} 连接器不能作为目标。',
  '{platform} cannot make a table from here.': '{platform~} 不能在此建表。',
  '{platform} is no language model.': '{platform~} 不是语言模型。',
  'Choose a connector of a platform that is one.': '请选择语言模型平台的连接器。',
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
  'The process on {host} seals secrets with another master key, so this one could not open them.':
    '{host} 上的进程使用另一把主密钥加密，本进程无法解密。',
  'Give every process of the installation the same MASTER_KEY, or the same DATA_DIR/master.key.':
    '请让本安装的所有进程使用相同的 MASTER_KEY，或相同的 DATA_DIR/master.key。',
  'The process pool {name} takes no runs now; they wait until it resumes.': '进程池 {name} 当前不接任务，恢复后继续。',
  'No living process serves the process pool {name}; runs wait until one does.':
    '没有在线进程服务进程池 {name}，任务将等待其上线。',
  'The bytes of this file are not on this machine.': '文件内容不在本机。',
  'Let all machines share DATA_DIR/files, or bind the strategy to a process pool whose machines hold the file; otherwise upload it again.':
    '请让所有机器共享 DATA_DIR/files，或将方案绑定到持有该文件的机器的进程池；否则请重新上传。',
  'Upload it again and choose it in the connector.': '请重新上传，并在连接器中选择。',

  // check
  '{connector} cannot be a source.': '{connector} 不能作为源。',
  '{connector} cannot be a target.': '{connector} 不能作为目标。',
  'The connector {name} has never been tested.': '连接器 {name} 还没有测试过。',
  'The last test of the connector {name} failed.': '连接器 {name} 最近一次测试失败。',
  'The connector {name} belongs to the {env} environment.': '连接器 {name} 属于{env!}环境。',
  test: '测试',
  development: '开发',
  'The row filter compares "{field}", which is a number, with "{value}" (value {place}), which no row equals.':
    '行过滤把数字字段“{field}”与“{value}”（第 {place} 个值）比较，没有行会与它相等。',
  'The row filter compares "{field}", which is a date, with "{value}" (value {place}), which no row equals.':
    '行过滤把日期字段“{field}”与“{value}”（第 {place} 个值）比较，没有行会与它相等。',
  'The row filter compares "{field}", which is a truth value, with "{value}" (value {place}), which no row equals.':
    '行过滤把真假值字段“{field}”与“{value}”（第 {place} 个值）比较，没有行会与它相等。',
  'The row filter compares "{field}", which has a time zone, with "{value}" (value {place}), which names none; choose its zone.':
    '行过滤把带时区的“{field}”与不带时区的“{value}”（第 {place} 个值）比较；请选择时区。',
  'The source has no field {field}.': '源没有字段 {field}。',
  'The target has no field {field}.': '目标没有字段 {field}。',
  'The strategy {name} already moves the same source to the same target.': '方案“{name}”已在同步同一个源和目标。',
  'The target cannot be opened: {message}': '目标无法打开：{message~}',
  'The source {resource} has no records yet.': '源 {resource} 还没有数据。',
  'The far system asked for a pause, so nothing is sent to it for now.': '对方系统要求暂停，暂时不再发送请求。',
  'The far system has failed several times in a row, so nothing is sent to it for now.':
    '对方系统连续失败，已熔断，暂时不再发送请求。',

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
  'The schedule never fires inside its active windows.': '调度的时间都不在可运行时段内，永远不会触发。',
  'The slot {slot} waits because the strategy is still running; one run follows.':
    '方案仍在运行，{slot} 的调度排队等待，随后运行一次。',
  '{count} slots were missed, the first at {first}; they were left out.': '错过 {count} 次调度，最早 {first}；已跳过。',
  '{count} slots were missed, the first at {first}; one run makes up for them.':
    '错过 {count} 次调度，最早 {first}；合并补跑一次。',
  '{count} slots were missed, the first at {first}; each is run now.': '错过 {count} 次调度，最早 {first}；逐次补跑。',
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
  'Flattening "{list}" makes more than {max} rows of this record.': '拍平“{list}”会使这条数据变成超过 {max} 行。',
  'The list "{list}" has the name {path} twice in one object, and one of the values would be lost.':
    '列表“{list}”的同一对象中有两个 {path}，其中一个值会丢失。',
  'Give each value a name of its own where the list is written, or take it out of the flattened ones.':
    '请在写出列表的一方为每个值取不同的名称，或不要拍平它。',
  'Take the list out of the flattened ones, or read the lines from an interface of their own.':
    '请不要拍平这个数组，或从单独的接口读取明细。',
  'The list {list} lies inside {around}, which is to be flattened before it.':
    '数组 {list} 在 {around} 里面，要先拍平 {around}。',
  'The source has no list {list}, as far as discovery knows.': '就目前所知，源没有数组 {list}。',
  'Leave the large field out at the source.': '请在源中去掉这个大字段。',
  'Version {version} of the strategy is missing.': '找不到方案的版本 {version}。',
  'The strategy does not exist any more.': '方案已不存在。',
  'The stored page of this record has been cleaned up, so it cannot be written again.':
    '这条数据的原始页已清理，无法再次写入。',
  'Read it from the source again.': '请从源重新读取。',
  'The process ended again and again while it worked on this record; it was set aside so that the others go on.':
    '处理这条记录时进程一再意外终止；已将它隔离，其余记录继续。',
  'Look at the content of the record and mend it at the source, then reprocess it.':
    '请查看记录内容，在来源处修正后重新处理。',
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
  'Next in line; waits for a free place.': '排在最前，等待空位。',
  'Waits for a free place behind {ahead} runs.': '等待空位，前面还有 {ahead} 次运行。',
  'Waits for a free place behind more than {ahead} runs.': '等待空位，前面有超过 {ahead} 次运行。',
  'No running process serves the pool {pool} (label {label}).':
    '没有运行中的进程服务于进程池“{pool}”（标签 {label}）。',
  'The pool {pool} is not taking runs; start it to go on.': '进程池“{pool}”没有在接受任务，启动后继续。',
  'The pool {pool} runs {runs} at once, its limit; this run is next.':
    '进程池“{pool}”同时运行 {runs} 个，已到上限；排在最前，有空位就开始。',
  'The tenant runs {runs} at once, its limit; this run is next.':
    '租户同时运行 {runs} 个，已到上限；排在最前，有空位就开始。',
  'The pool {pool} runs {runs} at once, its limit; {ahead} runs are ahead.':
    '进程池“{pool}”同时运行 {runs} 个，已到上限；前面还有 {ahead} 次运行。',
  'The tenant runs {runs} at once, its limit; {ahead} runs are ahead.':
    '租户同时运行 {runs} 个，已到上限；前面还有 {ahead} 次运行。',
  'Waits until the strategy {name} has finished its run.': '等待前置方案“{name}”运行结束。',
  'Waits until the strategy {name} has written its {waiting} waiting records.':
    '等待前置方案“{name}”写完队列中的 {waiting} 条数据。',
  'Waits until the strategy {name} succeeds; its last run ended as {state}.':
    '等待前置方案“{name}”运行成功；它最近一次运行{state!}。',
  partial: '部分完成',
  failed: '失败',
  stopped: '被停止',
  'Waits until the strategy {name} has run; it never has.': '等待前置方案“{name}”首次运行。',
  'Outside the active windows until {until}.': '不在可运行时段内，{until} 后继续。',
  'The far system of the connector {name} asked for a pause until {until}.':
    '连接器“{name}”的对方系统要求暂停到 {until}。',
  'The far system of the connector {name} keeps failing; it is tried again at {until}.':
    '连接器“{name}”的对方系统连续失败，已熔断，{until} 再试。',
  'The request budget of the connector {name} is used up until {until}.':
    '连接器“{name}”的请求配额已用完，{until} 恢复。',
  'Goes as fast as the connector {name} may: {rate} requests a second.':
    '按连接器“{name}”的请求频率限制运行：每秒 {rate} 次。',
  'The tenant has read {records} records this month, its quota is {quota}; goes on at {until}, or when the quota is raised.':
    '租户本月已读取 {records} 条，配额为 {quota} 条；{until} 或调高配额后继续。',
  'The tenant stores {stored} bytes, its quota is {quota}; goes on when data is cleaned up or the quota is raised.':
    '租户已存储 {stored} 字节，配额为 {quota} 字节；清理数据或调高配额后继续。',
  'Starts at {until}: starts of one slot are spread out.': '将于 {until} 开始：同一时刻的启动会错开。',
  'Brings the page in hand to its end.': '正在处理完手头的一页。',
  'Its process has not been heard of; another one takes it over.': '执行进程失去联系，将由另一个进程接管。',
  'Going on where an earlier process left off.': '从之前进程中断的地方继续。',
  'Started ({trigger}), version {version}.': '开始运行（{trigger!}），版本 {version}。',
  manual: '手动',
  schedule: '调度',
  chain: '前置方案成功',
  remedy: '补漏',
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
  'Incomplete, {missing} of {all} records did not arrive: {books}.':
    '未完整：{all} 条中有 {missing} 条未写入目标：{books!}。',
  'Incomplete: {message} ({books})': '未完整：{message~}（{books!}）',
  'Failed: {message} ({books})': '运行失败：{message~}（{books!}）',
  '{missing} of {all} records did not arrive.': '{all} 条中有 {missing} 条未写入目标。',
  'None of {missing} records arrived.': '{missing} 条数据全部未写入目标。',
  'Look at the rejected rows of the run and at the records in error.': '请查看本次运行拒收的行和错误数据。',
  'Broke off: {message} ({books})': '运行中断：{message~}（{books!}）',
  'Broke off: {message}': '运行中断：{message~}',
  'The books do not balance: {imbalance}.': '账不平：{imbalance!}。',
  'The books of this run do not balance, so its result cannot be trusted.': '本次运行账不平，结果不可信。',
  'Compare source and target, then run the strategy in full.': '请核对源与目标，再全量运行方案。',
  'Records that failed: {count}.': '{count} 条数据失败：',
  '{count} records: {message}': '{count} 条数据：{message~}',

  // books
  '{count} records are still pending at the end of the run': '运行结束时仍有 {count} 条未处理完',
  'read {read} ≠ new {fresh} + duplicate {duplicate} + filtered {filtered} + rejected {rejected} = {sum}':
    '读取 {read} ≠ 新增 {fresh} + 重复 {duplicate} + 过滤 {filtered} + 拒收 {rejected} = {sum}',
  'staged {staged} ≠ new {fresh} + carried over {carried}': '待写 {staged} ≠ 新增 {fresh} + 续做 {carried}',
  'staged {staged} ≠ written {written} + skipped {skipped} + failed {failed} + dead {dead} + unknown {unknown} + pending {pending} = {sum}':
    '待写 {staged} ≠ 写入 {written} + 跳过 {skipped} + 待重试 {failed} + 错误 {dead} + 未知 {unknown} + 处理中 {pending} = {sum}',
  'stored rows {stored} ≠ rows in the groups that were read {grouped}':
    '已存的行 {stored} ≠ 读到的各组中的行 {grouped}',
  'read {count}': '读取 {count}',
  'read {count}, {rest}': '读取 {count}，{rest!}',
  'conflicts {count}': '主键冲突 {count}',
  'conflicts {count}, {rest}': '主键冲突 {count}，{rest!}',
  'duplicate {count}': '重复 {count}',
  'duplicate {count}, {rest}': '重复 {count}，{rest!}',
  'filtered {count}': '过滤 {count}',
  'filtered {count}, {rest}': '过滤 {count}，{rest!}',
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
  // notices
  'All {quota} records of this month are used; runs wait for the next month.':
    '本月 {quota} 条记录的额度已用完，运行将等到下个月。',
  '{records} of {quota} records of this month are used.': '本月已使用 {records} / {quota} 条记录。',
  'The storage of {quota} is full; runs wait until there is room again.':
    '{quota} 的存储空间已满，运行将等待空间释放。',
  '{stored} of {quota} of storage are used.': '存储空间已使用 {stored} / {quota}。',
  'Signed in from a browser that was not seen before: {agent}, address {ip}.':
    '从未见过的浏览器登录：{agent}，地址 {ip}。',
  'The access token {name} was made.': '新建了访问令牌 {name}。',
  'The password was changed.': '密码已修改。',
  'The password was reset by {who}.': '密码已由 {who} 重置。',
  'An authenticator was switched on.': '已启用动态口令。',
  'The authenticator was switched off.': '已停用动态口令。',
  'The authenticator was reset by {who}.': '动态口令已由 {who} 重置。',
  'The e-mail address was removed.': '邮箱已移除。',
  'The e-mail address is now {email}.': '邮箱已改为 {email}。',
  'The phone was removed.': '手机号已移除。',
  'The phone is now {phone}.': '手机号已改为 {phone}。',
  'The identity {name} was linked.': '已绑定身份 {name}。',
  'The identity {name} was unlinked.': '已解绑身份 {name}。',
  'If this was not you, change your password at once.': '如果不是你本人操作，请立即修改密码。',
  'The access token ends within a week; make a new one for its scripts.':
    '访问令牌将在一周内到期，请为使用它的脚本创建新的令牌。',
  'Three processes in a row ended while they worked on it; it was set aside so that the others go on.':
    '连续三个进程在处理它时结束，已将其搁置，以便其他任务继续。',
  'Ask for less at once; should it happen again, look at the log of the process for why it ended.':
    '请一次少取一些；若再次发生，请查看进程日志了解其结束的原因。',
  'The process that ran it was not heard any more; another one goes on where it left off.':
    '运行它的进程失去联系，另一个进程已从中断处继续。',
  '{platform} has no paging to be set.': '{platform} 没有可以设置的分页。',
  'Reading so may change something at {platform}.': '这样读取可能改动 {platform} 中的内容。',
  'Look at the request first, and read it by a strategy of your own.': '请先查看该请求，再用自己的方案读取。',
  'It is read page by page as it is.': '它按自己的方式逐页读取。',
  '{platform} takes no API assets.': '{platform} 不支持 API 资产。',
  'Choose a connector of the platform that the API asset belongs to.': '请选择 API 资产所属平台的连接器。',
  'The granted access was ended by the far system; somebody has to grant it again.':
    '对方系统已终止授权，需要重新授权。',
  'The granted access ends on {day}; grant it again before.': '授权将于 {day} 到期，请提前重新授权。',
  'The granted access ended on {day}; somebody has to grant it again.': '授权已于 {day} 到期，需要重新授权。',
  'The certificate ends on {day}; renew it before.': '证书将于 {day} 到期，请提前更新。',
  'The certificate ended on {day}; renew it.': '证书已于 {day} 到期，请更新。',
  'The credential ends on {day}; renew it before.': '凭证将于 {day} 到期，请提前更新。',
  'The credential ended on {day}; renew it.': '凭证已于 {day} 到期，请更新。',
  'Another process has been signing in for too long.': '另一个进程登录的时间过长。',

  // texts that are read as JSON or YAML
  'The JSON ends at line {line}, column {column} before it is complete.':
    'JSON 不完整：在第 {line} 行第 {column} 列就结束了。',
  'Line {line} ends at column {column} inside of a text whose closing quote is missing.':
    '第 {line} 行第 {column} 列处换行，但前面的文本缺少右引号。',
  'Line {line}, column {column} is not JSON: {found}': '第 {line} 行第 {column} 列不是有效的 JSON：{found}',
  'The YAML ends at line {line}, column {column} before it is complete.':
    'YAML 不完整：在第 {line} 行第 {column} 列就结束了。',
  'Line {line} is indented by a tab; YAML is indented by blanks.': '第 {line} 行用制表符缩进；YAML 只能用空格缩进。',
  'Line {line} has a name for the second time: {found}': '第 {line} 行的名称重复：{found}',
  'Line {line} does not fit what is above it; look at its indentation and for an open bracket or quote: {found}':
    '第 {line} 行与上文不衔接，请检查缩进以及未闭合的括号或引号：{found}',
  'Line {line}, column {column} is not YAML: {found}': '第 {line} 行第 {column} 列不是有效的 YAML：{found}',
  'The text repeats or nests itself too far to be read.': '内容重复引用或嵌套过深，无法读取。',
  'The column "{name}" is computed by the database.': '列“{name}”由数据库计算，不能写入。',
  Retiring: '作废',

  // groups of a mapping
  'A grouping needs the list whose elements it groups.': '分组需要指定要分组的列表。',
  'The grouping uses the name "{name}" twice.': '分组中名称“{name}”用了两次。',
  'A grouping reads fields of the elements; "{path}" is none of theirs.': '分组只读取元素的字段；“{path}”不是。',
  'The calculation "{name}" names no field.': '计算“{name}”没有指定字段。',
  'cannot be grouped: {op} of "{field}" fails, {problem}': '无法分组：对“{field}”做 {op} 失败，{problem!}',
  'All templates and expressions together are longer than 400,000 characters. Put what they share into derived fields, or write a script.':
    '所有模板和表达式合计超过 400,000 个字符。请把共用的部分放到派生字段中，或改用脚本。',
  'is not a number with the decimal mark "{mark}"': '不是以“{mark}”为小数点的数',
  '{value} is not a number with the decimal mark "{mark}"': '{value} 不是以“{mark}”为小数点的数',
  'the decimal mark is "," or "."': '小数点只能是“,”或“.”',
  'the mark between groups is ",", ".", a space or an apostrophe, and not the decimal mark':
    '千分位符号只能是“,”“.”、空格或撇号，且不能与小数点相同',
}
