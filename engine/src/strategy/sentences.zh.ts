import type { Sentences } from '@sluice/contract'

/** What the engine says about strategies that are made, checked and tried. */
export const strategySentences: Sentences = {
  '{target} has no column "{column}".': '{target} 没有列“{column}”。',
  'The source {object} is not there any more.': '源端的 {object} 已不存在。',
  'The target {object} is not there any more.': '目标端的 {object} 已不存在。',
  'The source {object} changed after this version was saved. Gone: {lost}; of another type: {other}. Used by: {uses}.':
    '源端的 {object} 在当前版本保存后发生变化。已消失：{lost}；类型改变：{other}。受影响：{uses}。',
  'The target {object} changed after this version was saved. Gone: {lost}; of another type: {other}. Used by: {uses}.':
    '目标端的 {object} 在当前版本保存后发生变化。已消失：{lost}；类型改变：{other}。受影响：{uses}。',
  'This strategy exchanges whole sets, so single records cannot be written by hand.':
    '这个方案整批替换数据，不能手工写入单条。',
  'Run it, or change how it writes.': '请运行方案，或更改写入方式。',
  'The source did not answer within 45 seconds.': '源在 45 秒内没有回应。',
  'Test its connector, or ask for a shorter range.': '请测试它的连接器，或缩小范围。',
  'A strategy that the mapping looks into does not exist any more.': '映射要查找的方案已不存在。',
  'The strategy "{name}", which the mapping looks into, has stored no records yet.':
    '映射要查找的方案“{name}”还没有数据，请先运行它。',
  // handing on
  'What is written back looks into no other strategy; map it there.': '回写字段不能查找其他方案，请在那个方案里映射。',
  'The strategy that written records are handed on to does not exist any more.': '写入后要回调的方案已不存在。',
  'Written records cannot be handed on to the strategy "{name}", because nothing is pushed to it.':
    '不能回调方案“{name}”：它的源不是接收推送。',
  'The strategies "{name}" and "{other}" take from one inbox, so nothing can be handed on to either.':
    '方案“{name}”和“{other}”使用同一个收件箱，不能回调。',
  'The strategy "{name}", which written records are handed on to, is not running; they wait there.':
    '写入后要回调的方案“{name}”没有启动，数据会在那里等待。',
  '{count} written records were not handed on to "{name}": {reason}':
    '{count} 条已写入的数据没有回调到“{name}”：{reason!}',
  'A value map that the mapping looks up does not exist any more.': '映射引用的静态映射表已不存在。',
  'Every run reads everything, because the whole set is replaced; the increment has no effect.':
    '整批替换每次运行都读取全部，增量设置不起作用。',
  'A remedy needs an increment that the runs read by.': '补漏需要方案按增量读取。',
  'Records deleted at the source are to be deleted at the target, and this target cannot delete.':
    '源里删除的记录需要在目标里删除，而这个目标不能删除。',
  'Each row and the note that it was written commit together at the target, so a write whose answer is lost is repeated safely, appending too.':
    '每行数据与“已写入”的登记在目标里一起提交，应答丢失后可以放心重写，追加写入也不会重复。',
  'It is not asked how many rows it took: what it answers is believed.': '目标不报告实际写入的行数，以其应答为准。',
  'Rows are written by their key: writing the same row twice changes nothing, so an unanswered write is repeated safely.':
    '按主键写入：同一行写两次结果不变，没有应答的写入可以放心重写。',
  'The whole set is written beside the old one and exchanged in one step; readers see the old set or the new one, and a run that breaks off changes nothing.':
    '新的整批数据写在旁边，最后一步切换；读者只会看到旧的或新的一批，中断的运行不改变任何数据。',
  'Write by key (mode "upsert"), or switch on "Append exactly once" in the options of the target.':
    '请按主键写入（upsert），或在目标选项里打开“追加写入也恰好一次”。',
  'Name the header or the field in which the far system takes an idempotency key.':
    '请填写对方系统接收幂等键的请求头或字段。',
  'Write by key (mode "upsert") where the target has one.': '目标有主键时请按主键写入（upsert）。',
  'Watch the records in the state "unknown" and settle them by hand.': '请关注“结果未知”的记录并人工处理。',
  'Every run reads everything, because no increment field is chosen.': '没有选择增量字段，每次都会读取全部数据。',
  'Choose how it is read on the source page, where its readings stand side by side.':
    '请在“源”页选择读法，各种读法在那里并排显示。',
  '{field} is a text, and the source orders texts by characters: "10" comes before "9".':
    '{field} 是文本，源端按字符排序：“10”排在“9”之前。',
  'No look-back: a record committed late may be missed.': '没有回溯：提交较晚的数据可能漏读。',
  'Writing by key needs key fields, and the target has no primary key.': '按主键写入需要主键字段，而目标没有主键。',
  'No field is mapped.': '没有映射任何字段。',
  'Runs only by hand.': '仅手动运行。',
  'Runs when something is pushed.': '收到推送时运行。',
  'Everything is read every minute; choose an increment field or a longer pause.':
    '每分钟读取全部数据；请选择增量字段或放宽间隔。',
  'The far system refuses to do one key twice, so an unanswered write is repeated safely.':
    '对方系统拒绝重复的幂等键，没有应答的写入可以安全重试。',
  'A repeat may double, so a write whose answer is lost waits as "unknown" for a person.':
    '重试可能造成重复，没有应答的写入会标为“结果未知”，等人工确认。',
  'Give a record or a source to take one from.': '请提供一条数据，或一个可取数据的源。',
  'Enter a record by hand to see what the mapping makes of it.': '请手工输入一条数据，查看映射结果。',
  'The record is not valid JSON.': '数据不是有效的 JSON。',
  'The record must be a JSON object.': '数据须为 JSON 对象。',

  // accounts
  'Flattened rows cannot follow deletions: a deletion names the whole record. Leave deletions alone, or do not flatten.':
    '拍平后的行无法跟随删除，因为删除针对整条数据。请不处理删除，或不拍平。',
  'Batches are kept apart by "{apart}", and the mapping fills no such field.':
    '按字段“{apart}”分开批次，但映射没有填这个字段。',
  'The script exports none of {names}, so it does nothing.': '脚本没有导出 {names} 中的任何一个函数，因此不起作用。',
  'Deleted records are found at the target by their key without the script; let it leave the key as it is.':
    '已删除的记录按主键在目标中查找，不经过脚本；请勿让脚本改动主键。',
  // groups of stored records
  'Only the stored records of a strategy can be grouped, and only when they are read as a whole.':
    '只有方案已存储的数据可以分组，而且必须整体读取。',
  'Store the rows with a strategy that writes nowhere, and group its records in a second one.':
    '请先用一个“写入空操作”的方案存下明细行，再在第二个方案里分组。',
  'The grouped records have no key, for nothing is grouped by.': '没有选择分组字段，分组后的数据没有主键。',
  'Choose the fields that make one document.': '请选择哪些字段相同的行合成一张单据。',
  'A group has a field "{field}" of its own.': '分组自身已有字段“{field}”。',
  'Choose another name.': '请换一个名称。',
  'The key of the grouped records lacks "{field}".': '分组数据的主键缺少“{field}”。',
  'Take every field that is grouped by into the key, and "part" where documents are split.':
    '请把全部分组字段放进主键；按最大行数拆分时还要加上 part。',
  'Mend the grouping.': '请修正分组设置。',
  'The data of the record {key} is no longer kept, so its group would lack it. Nothing was read.':
    '数据 {key} 的原文已被清理，所在分组会缺少它，因此没有读取任何数据。',
  'Delete the stored records of the grouped strategy and read it in full; what is grouped is kept from then on.':
    '请删除被分组方案的数据记录，再全量读取；此后被分组的数据会一直保留。',
  'The grouped strategy has more than {count} records, more than can be grouped in one read.':
    '被分组的方案超过 {count} 条数据，一次读取无法分组。',
  'Group in the query of the source, or split the strategy.': '请在源的查询里分组，或拆分方案。',
  'Another group has the same key in text: one as a number and one as a text, for example.':
    '另一个分组的主键文本相同，例如一个是数字、一个是文本。',
  'Make these values of one type in the strategy that stores the rows.': '请在存明细行的方案里统一这些值的类型。',
  'The group has {count} rows, more than the {most} that one may have.': '该分组有 {count} 行，超过上限 {most} 行。',
  'Group by one more field.': '请再加一个分组字段。',
  '{count} of {all} source fields go nowhere: {names}. Map them, or leave them out.':
    '{all} 个源字段中有 {count} 个没有去向：{names}。请映射它们，或明确不同步。',
  '{from} → {to}: {notes}': '{from} → {to}：{notes!}',
  'Values that do not fit their column are refused, never changed: {names}.':
    '放不进列的值会被拒收，不会被改动：{names}。',
  '"{field}" must have a value at the target, and the mapping gives none.': '目标要求“{field}”有值，而映射没有给出。',
  '"{field}" is null, and the column takes no null.': '“{field}”为空值，而目标列不允许空值。',
  '{field}: "{value}" is not written as {type} has it.': '{field}：“{value}”不符合目标列类型 {type} 的写法。',
  '{field}: "{value}" is not one of the values that the column takes.': '{field}：“{value}”不在目标列允许的值之内。',
  'Documents that no row gives any more wait for a decision, and no run is green until it is made.':
    '已没有行的单据会等待处理决定，在此之前运行不算成功。',
  'The key has more in it than the rows are grouped by, so documents that no row gives any more wait for a decision, whatever is chosen.':
    '主键比分组字段更多，因此已没有行的单据总是等待处理决定，与所选方式无关。',
  'Documents that no row gives any more are to be written again, and this strategy only adds. Delete them, or ask.':
    '已没有行的单据需要重新写入，而此方案只新增。请改为删除或询问。',
  'Documents that no row gives any more are to be marked, and no field says how.':
    '已没有行的单据要做标记，但没有指定字段。',
  'Documents that no row gives any more are to be written with zeros, and no field is chosen.':
    '已没有行的单据要清零，但没有选择字段。',
  'Documents that no row gives any more get 0 in "{path}", and the mapping fills no such field.':
    '已没有行的单据要把“{path}”写为 0，而映射不填写此字段。',
  'Different records may go to one row of the target: its key ({key}) does not hold these key fields of the source as they are: {lost}.':
    '不同的数据可能写入目标的同一行：目标主键（{key}）没有原样包含源的这些主键字段：{lost}。',
  'Records share rows here: the last one that is written stays. Where each record needs a row of its own, switch that off.':
    '这里设定为多条数据共用一行：最后写入的一条保留。如果每条数据都要有自己的行，请关闭该设定。',
  'The later of two such records is refused. Map all key fields of the source into the key of the target, or say that records share rows.':
    '两条这样的数据中，后一条会被拒绝。请把源的全部主键字段映射到目标主键，或设定多条数据共用一行。',
  'The source {object} gives values of another type: {other}. Used by: {uses}.':
    '源端的 {object} 给出了另一种类型的值：{other}。受影响：{uses}。',
}
