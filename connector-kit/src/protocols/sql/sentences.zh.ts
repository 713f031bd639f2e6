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
  'has more digits than SQLite keeps in a number (use a TEXT column)': '的位数多于 SQLite 数字的精度（请改用 TEXT 列）',
  'is below zero, the column is unsigned': '小于零，而该列无符号',
  'is outside the years {first} … {last} that the column keeps': '超出该列所保留的年份 {first} … {last}',
  'is no time of a day (00:00:00 … 24:00:00)': '不是一天中的时间（00:00:00 … 24:00:00）',
  'contains {character}, which the charset of the column (latin1) cannot hold (use utf8mb4)':
    '含有 {character}，该列的字符集（latin1）存不下（请用 utf8mb4）',
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
  'The database reported success and did not take the row.': '数据库报告成功，但没有收下这一行。',
  'Look at the triggers, rules and views of the table: one of them leaves the row out.':
    '请检查该表的触发器、规则和视图：其中之一丢弃了这一行。',
  'Look at its condition. Where this is meant, add an ignore rule for the message.':
    '请检查语句的条件；如属预期，可为该消息添加忽略规则。',
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
  'Leave the field out of the new table.': '请不要把该字段放进新表。',
  'The names "{one}" and "{other}" are one in this database.': '在这个数据库里，“{one}”和“{other}”是同一个名字。',
  'No value of this type fits the column.': '该类型的值都放不进此列。',
  'Texts that are not numbers are refused.': '不是数字的文本会被拒收。',
  'true is written as 1, false as 0.': 'true 写为 1，false 写为 0。',
  'Numbers with digits after the point are refused.': '带小数的数字会被拒收。',
  'Numbers of more digits than a {bits}-bit float keeps are refused.': '超出 {bits} 位浮点数精度的数字会被拒收。',
  'Values other than true, false, 1 and 0 are refused.': '除 true、false、1、0 以外的值会被拒收。',
  'Values with a time of day are refused.': '带时刻的值会被拒收。',
  'Texts that are not dates are refused.': '不是日期的文本会被拒收。',
  'Times outside of one day are refused.': '超出一天范围的时间会被拒收。',
  'Texts that are not times are refused.': '不是时间的文本会被拒收。',
  'A date is written as its midnight.': '日期写为当天零点。',
  'Texts that are not dates and times are refused.': '不是日期时间的文本会被拒收。',
  'A list is written as JSON.': '列表写为 JSON。',
  'Texts that contain the character U+0000 are refused.': '含有字符 U+0000 的文本会被拒收。',
  'Numbers that neither 64 bits nor a double keep are refused.': '64 位整数和双精度都存不下的数字会被拒收。',
  'A single value is written as JSON: texts in quotes.': '单个值写为 JSON：文本带引号。',
  'Content of more than {count} bytes is refused.': '超过 {count} 字节的内容会被拒收。',
  'Content that is not {count} bytes long is refused.': '长度不是 {count} 字节的内容会被拒收。',
  'Values other than 1 to {count} digits 0 and 1 are refused.': '除 1 至 {count} 位 0 和 1 以外的值会被拒收。',
  'Values that are not lists are refused.': '不是列表的值会被拒收。',
  'Values other than {options} are refused.': '除 {options} 以外的值会被拒收。',
  'Texts that the type of the column does not understand are refused.': '列类型不认识的文本会被拒收。',
  'Written as JSON text.': '写为 JSON 文本。',
  'Texts of more than {count} characters are refused.': '超过 {count} 个字符的文本会被拒收。',
  'Texts of more than {count} bytes are refused.': '超过 {count} 字节的文本会被拒收。',
  'Texts with characters beyond three bytes, such as emoji, are refused.': '含有表情等四字节字符的文本会被拒收。',
  'Texts that end with a blank are refused.': '以空格结尾的文本会被拒收。',
  'Numbers outside {min} … {max} are refused.': '{min} … {max} 以外的数字会被拒收。',
  'Numbers of more than {before} digits before or {after} after the point are refused.':
    '整数部分超过 {before} 位或小数部分超过 {after} 位的数字会被拒收。',
  'Times finer than {digits} digits of a second are refused.': '秒的小数超过 {digits} 位的时间会被拒收。',
  'NaN and infinity are refused.': 'NaN 和无穷大会被拒收。',
  'Instants are written on the clock that the connector sets, UTC by default; the column keeps no zone.':
    '时刻按连接器设置的时区写入（默认 UTC），列里不保存时区。',
  'Times without a zone are taken on the clock that the connector sets, UTC by default.':
    '不带时区的时间按连接器设置的时区理解（默认 UTC）。',
  'The column {name} has an object of more than {names} names.': '列 {name} 里有一个对象的名称超过 {names} 个。',
  'The column {name} holds the null of JSON, which cannot be told from NULL.':
    '列 {name} 的值是 JSON 的 null，无法与 NULL 区分。',
  'The column {name} has the name {path} twice in one object, and one of the values would be lost.':
    '列 {name} 的同一对象中有两个 {path}，其中一个值会丢失。',
  'The increment field {name} holds values like "{value}", which the database does not order by time or number, so what is new would be missed.':
    '增量字段 {name} 的值形如“{value}”，数据库不会按时间或数值给它排序，新的数据会被遗漏。',
  'Choose a time or a number, cast the field in a view or a query, or run everything each time.':
    '请选择时间或数值字段，在视图或查询中转换该字段，或每次全量运行。',
  'Mend the value, turn it into another in a view or statement, or leave the column out by the option "columns".':
    '请更正该值，在视图或语句中改成别的值，或用“columns”选项排除该列。',
}
