import type { Sentences } from '@sluice/contract'

export const sqlSentences: Sentences = {
  'The connection broke while the rows were being committed; the checkpoint tells whether they are there.':
    '提交时连接中断；登记表会说明是否已写入。',
  'There is no row with this key any more.': '目标里已经没有这个主键的行。',
  'Rows of this table have no key.': '这张表的行没有主键。',
  'The new set holds {held} rows and should hold {count}. The target keeps its old rows.':
    '新数据有 {held} 行，应有 {count} 行。目标保持原有数据。',
  'Start the strategy again; check that the key of the target tells all records apart.':
    '请重新运行，并检查目标主键能否区分所有记录。',
  'This table cannot be exchanged: {reason}.': '这张表不能整批替换：{reason!}。',
  'Write by key instead.': '请改用按主键写入。',
  'it is a view': '它是视图',
  'its definition cannot be copied': '它的定义不能复制',
  'its engine {engine} has no transactions': '它的存储引擎 {engine} 不支持事务',
  '{table} has no column "{column}".': '{table} 没有列“{column}”。',
  'Map to one of {names}.': '请映射到：{names}。',
  'The column "{field}" is computed by the database.': '列“{field}”由数据库计算，不能写入。',
  'Take it out of the mapping.': '请从字段映射中去掉它。',
  'The key column "{field}" has no value.': '主键列“{field}”没有值。',
  'Map a field to it.': '请为它映射一个字段。',
  'The condition {what}.': '条件{what!}。',
  'closes a bracket that it did not open': '中多了一个右括号',
  'leaves a bracket open': '中有括号没有关闭',
  'holds more than one statement (a ";" outside quotes)': '中含有多条语句（引号外有“;”）',
  'holds a comment': '中含有注释',
  'holds the character U+0000': '中含有字符 U+0000',
  'holds a backslash outside quotes': '中的反斜杠不在引号内',
  'leaves a quote open': '中有引号没有关闭',
  'Write one condition as it stands behind WHERE, without comments and without ";".':
    '请写一个 WHERE 后面的条件，不带注释和“;”。',
  'The key field "{field}" is not among the fields.': '主键字段“{field}”不在字段列表中。',

  // values that a column cannot take
  '{field}: "{value}" {reason}.': '{field}：“{value}”{reason!}。',
  '{field}: "{value}…" {reason}.': '{field}：“{value}…”{reason!}。',
  'is null, a key must have a value': '为空值，主键必须有值',
  'binary content does not fit a text column': '是二进制内容，文本列放不下',
  'binary content does not fit this column': '是二进制内容，此列放不下',
  'contains the character U+0000, which the database cannot hold': '含有字符 U+0000，数据库无法保存',
  'contains a character the database cannot hold': '含有数据库无法保存的字符',
  'contains half of a surrogate pair, which UTF-8 cannot hold': '含有不成对的代理字符，UTF-8 无法保存',
  'contains a character outside the 3-byte charset of the column (use utf8mb4)':
    '含有列的三字节字符集放不下的字符（请改用 utf8mb4）',
  'ends with a blank, which a CHAR column drops (use VARCHAR)': '以空格结尾，CHAR 列会去掉它（请改用 VARCHAR）',
  'is {count} characters long, the column takes {max}': '有 {count} 个字符，列只能放 {max} 个',
  'is {count} bytes long, the column takes {max}': '有 {count} 字节，列只能放 {max} 字节',
  'is {count} bytes long, the column pads to {max}': '有 {count} 字节，列会补齐到 {max} 字节',
  'is not a whole number': '不是整数',
  'has digits after the point, the column takes whole numbers': '带有小数，列只接受整数',
  'is outside {min} … {max}': '超出范围 {min} … {max}',
  'is not a number': '不是数字',
  'has more digits after the point than the column keeps ({precision},{scale})':
    '的小数位多于列的精度（{precision},{scale}）',
  'has more digits before the point than the column keeps ({precision},{scale})':
    '的整数位多于列的精度（{precision},{scale}）',
  'has more digits than a {bits}-bit float keeps (use a decimal column)':
    '的位数多于 {bits} 位浮点数的精度（请改用 decimal 列）',
  'is not true or false': '不是 true 或 false',
  'is not a date (YYYY-MM-DD)': '不是日期（YYYY-MM-DD）',
  'has a time of day, which a date column would drop': '带有时间，日期列会丢掉它',
  'is not a time (HH:MM:SS)': '不是时间（HH:MM:SS）',
  'is finer than the {digits} digits of a second the column keeps': '的精度高于列所保留的 {digits} 位小数秒',
  'is not a date and time': '不是日期时间',
  'contains {value}, which the database would round': '含有 {value}，数据库会把它四舍五入',
  'is not binary content': '不是二进制内容',
  'is not a row of 0 and 1': '不是由 0 和 1 组成的位串',
  'has {count} bits, the column takes {max}': '有 {count} 位，列只能放 {max} 位',
  'is not a list': '不是列表',

  'Connecting to {host}:{port} failed.': '连接 {host}:{port} 失败。',
  'Check the host name.': '请检查主机名。',
  'Check the port, that the server is running, and the firewalls between.':
    '请检查端口、服务器是否已启动，以及中间的防火墙。',
  'The saved position does not belong to this table and key.': '保存的读取位置不属于这张表和主键。',
  'The key or the increment field was changed: reset the position of the strategy to read from the start.':
    '主键或增量字段已更改：请重置方案的水位，从头读取。',
  'The key field "{field}" is null, so the row cannot be told from others.':
    '主键字段“{field}”为空值，无法与其他行区分。',
  'The row with {key} is bigger than {size} MiB.': '{key} 的行超过 {size} MiB。',
  'Leave the big column out by the option "columns".': '请用“读取的列”选项去掉这个大列。',
  'Check the settings and try again.': '请检查参数后重试。',
  '{table}: {message}': '{table}：{message!}',
  'Check the condition of the source.': '请检查源的条件。',
  'The table or view "{id}" does not exist or may not be seen by this user.':
    '表或视图“{id}”不存在，或此用户无权查看。',
  '{table} has no unique index on {names}, so rows cannot be updated by key.':
    '{table} 在 {names} 上没有唯一索引，不能按主键更新。',
  'any column': '任何列',
  'Create a unique index on {names}, choose the primary key, or use the mode "insert".':
    '请在 {names} 上建唯一索引、选择主键，或改用“只新增”方式。',
  'The column "{field}" must have a value and there is no row with this key to update.':
    '列“{field}”必须有值，且没有此主键的行可更新。',
  'Map a field to it, or give it a static value.': '请为它映射一个字段，或给一个固定值。',
  'The connection broke while the rows were being committed; nobody knows whether they are there.':
    '提交时连接断开，无法确定数据是否已写入。',
  'Look the records up in the target before writing them again.': '重新写入前，请先在目标中查找这些数据。',
  '{table} is a view; only tables can be followed.': '{table} 是视图；只有表可以跟踪。',
  'Follow the tables behind it.': '请跟踪视图背后的表。',
  'A source that is followed cannot have a condition of the database.': '跟踪变更的源不能带数据库条件。',
  "Use the strategy's row filter instead.": '请改用方案的行过滤。',
  'Choose the table behind it.': '请选择视图背后的表。',
  'The statement changed no row.': '语句没有改变任何行。',
  'The query has a column without a name.': '查询中有一列没有名称。',
  'The query has two columns named "{name}".': '查询中有两列都名为“{name}”。',
  'Give each column a name of its own with AS.': '请用 AS 为每一列取不同的名称。',
  'The value of {name} is no {type}.': '{name} 的值不是有效的 {type}。',
  'Give the strategy a value for it, or the adapter a default.': '请在方案中为它填写值，或在适配器中设默认值。',
  'The record has no field "{field}", which the statement needs.': '数据缺少语句所需的字段“{field}”。',
  'Map a field to it, or null.': '请为它映射一个字段，或映射为空值。',
  'The SQL adapter is for the other side of a strategy.': '该 SQL 适配器用于方案的另一端。',
  'Choose another resource.': '请选择其他资源。',
  'The SQL adapter of this resource is not published on this platform.': '该资源的 SQL 适配器未在此平台发布。',
  'Publish it, or choose another resource.': '请发布它，或选择其他资源。',
  'A value of the row cannot be read (JSON that is none, or nested too deep).':
    '该行有一个值无法读取（不是有效的 JSON，或嵌套过深）。',
  "writes a text as q'…'; write it in plain quotes": "以 q'…' 书写文本；请用普通引号",
}
