import type { Sentences } from '@sluice/contract'

export const mapSentences: Sentences = {
  // `Field "a.b": "value" rule.`
  'Field "{path}": {rule}.': '字段“{path}”：{rule!}。',
  'Field "{path}": {problem}': '字段“{path}”：{problem!}',
  'Field "{path}": "{value}" {rule}.': '字段“{path}”：“{value}”{rule!}。',
  'Field "{path}": {value} {rule}.': '字段“{path}”：{value~} {rule!}。',
  '"{value}" {rule}': '“{value}”{rule!}',
  'a list of {count}': '{count} 个元素的列表',
  'binary content': '二进制内容',
  'an object of {count} fields': '{count} 个字段的对象',

  // casts
  'has an offset with seconds in {zone}, which ISO 8601 cannot write': '在时区 {zone} 的偏移带有秒，ISO 8601 无法表示',
  "is an instant, whose day depends on the zone; use the filter date:'YYYY-MM-DD'":
    "是一个时刻，日期取决于时区；请用过滤器 date:'YYYY-MM-DD'",
  "has a time that a date would lose; use the filter date:'YYYY-MM-DD'":
    "带有时间，转为日期会丢失；请用过滤器 date:'YYYY-MM-DD'",
  'is not a text with a date or time; for counts since 1970 use the filters from_timestamp and from_timestamp_ms':
    '不是日期或时间文本；时间戳请用过滤器 from_timestamp 或 from_timestamp_ms',
  'is not a list': '不是列表',
  'is not an object': '不是对象',
  'is binary content, whose encoding as text is unknown': '是二进制内容，不知道用什么编码转为文本',
  'is not a whole number in plain digits': '不是普通数字写法的整数',
  'is minus zero, whose sign a whole number would lose': '是负零，转为整数会丢失符号',
  'is not a whole number': '不是整数',
  'does not fit into 64 bits': '超出 64 位整数的范围',
  'is not a number in plain digits': '不是普通数字写法的数',
  'is not a finite number': '不是有限的数',
  'is not a number': '不是数字',
  'is too large for a floating-point number': '超出浮点数的范围',
  'has more digits than a floating-point number holds; use decimal': '的位数超出浮点数的精度；请用 decimal',
  'is none of true, false, 1, 0, Y, N, 是, 否': '不是 true、false、1、0、Y、N、是、否 之一',
  'is JSON nested deeper than {max}': '是嵌套超过 {max} 层的 JSON',
  'is not JSON': '不是 JSON',
  'is the null of JSON, which cannot be told from a missing value': '是 JSON 的 null，与缺少的值无法区分',
  'has the name {path} twice in one object, and one of the values would be lost':
    '的同一对象中有两个 {path}，其中一个值会丢失',
  'is neither binary content nor base64': '既不是二进制内容，也不是 base64',
  'is not base64': '不是 base64',
  'cannot be read in "{zone}", which is no known time zone': '无法按“{zone}”理解，没有这个时区',
  'names no time zone, so it is no instant; name one in the filter or in the field':
    '没有时区，不能确定时刻；请在过滤器或字段中指定时区',
  'is not a date of the form 2024-01-05, 2024/1/5 or 2024年1月5日, with or without a time; another form is read by parse_date(text, "dd.MM.yyyy")':
    '不是 2024-01-05、2024/1/5 或 2024年1月5日 形式的日期（可带时间）；其他形式用 parse_date(文本, "dd.MM.yyyy") 读取',
  'is not a time of the form 08:30 or 08:30:15': '不是 08:30 或 08:30:15 形式的时间',
  'has a year, month or day of 0, which is no date': '的年、月或日为 0，不是日期',
  'has a year above 9999': '的年份大于 9999',
  'has a month above 12': '的月份大于 12',
  'names a day that its month does not have': '的日在该月不存在',
  'has an offset from UTC above 18 hours': '的时区偏移超过 18 小时',
  'has an hour above 23; write midnight as 00:00 of the next day': '的小时大于 23；午夜请写作次日 00:00',
  'has a minute or a second above 59': '的分或秒大于 59',
  'names no instant: "{zone}" is no known time zone': '不能确定时刻：没有时区“{zone}”',
  'does not exist in {zone}: the clocks skipped that time': '在时区 {zone} 不存在：夏令时跳过了这一时间',

  // value maps
  'has several answers in the value map "{name}"': '在静态映射“{name}”中有多个对应结果',
  'has no line in the value map "{name}"': '在静态映射“{name}”中没有对应的行',
  'is not a text, which a value map needs': '不是文本，不能用于静态映射',
  // look-ups into other strategies
  'is found in no record of the strategy "{name}"': '在方案“{name}”的数据中找不到',
  'fits several records of the strategy "{name}"': '在方案“{name}”中对应多条数据',
  'has not been written by the strategy "{name}" yet': '尚未被方案“{name}”写入目标',
  'has nothing in "{field}" in the strategy "{name}"': '在方案“{name}”中的“{field}”没有值',
  'The strategy it looks into does not exist any more.': '要查找的方案已不存在。',
  'The look-up into "{name}" names neither its key ({key}) nor its number ({number}).':
    '查找方案“{name}”的条件既没有用它的主键（{key}），也没有用它的编码（{number}）。',
  'A look-up is written: _findCollection find FIELD from STRATEGY-ID where a={{x}} b={{y}}':
    '查找的写法是：_findCollection find 字段 from 方案ID where a={{x}} b={{y}}',
  'The value map it looks up does not exist any more.': '引用的静态映射表已不存在。',

  // fields
  'is required but missing': '必填，但源数据中没有',
  'is required but null': '必填，但为空值',
  'is required but empty': '必填，但为空文本',
  'is missing in the source': '在源数据中没有',
  'in "{source}" is not a list of lines': '（“{source}”）不是明细列表',
  'makes the record too large': '使数据过大',
  '"{zone}" is no known time zone.': '没有时区“{zone}”。',
  'The record is nested too deeply or grows too large.': '数据嵌套过深或过大。',
  'The record is nested too deeply. Map it by templates only.': '数据嵌套过深。请只用模板映射。',
  'The record has {count} characters; expressions take records of up to {max}. Map it by templates only.':
    '数据有 {count} 个字符；表达式最多处理 {max} 个。请只用模板映射。',
  'Field "{path}" is mapped twice.': '字段“{path}”映射了两次。',
  '{message} The variables are row, line, index, now and derived.':
    '{message!}可用的变量有 row、line、index、now 和 derived。',
  'Field "{field}": {value} is a text and {number} a number; a record whose text is not in plain digits is refused. Write dec({value}).':
    '字段「{field}」：{value} 是文本，{number} 是数字；文本不是纯数字的数据会被拒绝。请写 dec({value})。',
  'Field "{field}": {source} compares {first} with {second}, which no record passes. Write {spelling}.':
    '字段「{field}」：{source} 比较 {first} 与 {second}，任何数据都无法通过。请写 {spelling}。',
  'Field "{field}": {place} is {kind}, and {operator} calculates with numbers, which no record passes. Write {spelling}.':
    '字段「{field}」：{place} 是 {kind}，而 {operator} 按数字计算，任何数据都无法通过。请写 {spelling}。',
  'Field "{field}": "{list}" is a list, so "{path}" gives nothing; write {right}, or map the list as lines.':
    '字段“{field}”：“{list}”是列表，“{path}”取不到值；请写 {right}，或把列表映射为明细。',
  'Field "{field}": the source has no field "{path}", as far as discovery knows.':
    '字段“{field}”：在已知的源字段中没有“{path}”。',
  'The target requires "{path}", and the mapping does not fill it.': '目标字段“{path}”必填，但没有映射。',
  'The mapping was closed while it was in use.': '映射在使用中被关闭。',
  'A record was left unmapped.': '有一条数据没有完成映射。',
  'The key field "{field}" of this record is {state}, so the record cannot be told from others.':
    '这条数据的主键字段“{field}”{state!}，无法与其他数据区分。',
  'not configured': '没有配置',
  missing: '不存在',
  null: '为空值',
  empty: '为空文本',
  'Fill the field in the source or choose other key fields in the strategy.':
    '请在源中填写该字段，或在方案中选择其他主键字段。',

  // templates and filters
  'The "{{" at character {at} has no "}}".': '第 {at} 个字符处的“{{”没有对应的“}}”。',
  '"{{{source}}}" names no field.': '“{{{source}}}”没有写字段。',
  '"{source}" is no filter; write | name or | name:argument.': '“{source}”不是过滤器；请写 | 名称 或 | 名称:参数。',
  'There is no filter "{name}". Known filters: {names}.': '没有过滤器“{name}”。可用的有：{names}。',
  'The filter "{name}" is written as {usage}.': '过滤器“{name}”的写法是 {usage}。',
  'The first argument of the filter "{name}" must not be empty.': '过滤器“{name}”的第一个参数不能为空。',
  'The filter "{name}" takes whole numbers from 0 to {max}.': '过滤器“{name}”的参数须为 0 到 {max} 的整数。',
  'The filter "pad" knows the sides left and right.': '过滤器“pad”的方向只能是 left 或 right。',
  'is not a text, which this filter needs': '不是文本，而此过滤器需要文本',
  'is not a whole count of seconds between the years 1 and 9999': '不是公元 1 至 9999 年之间的整秒时间戳',
  'is not a whole count of milliseconds between the years 1 and 9999': '不是公元 1 至 9999 年之间的整毫秒时间戳',
  'splits into more than a million pieces': '拆分后超过一百万段',
  'is not a list, which join needs': '不是列表，而 join 需要列表',
  'would be too long a text': '会得到过长的文本',
  'would become too long a text': '会变成过长的文本',
  'The filter on "{field}" {reason}.': '“{field}”的筛选条件{reason!}。',
  'needs a value for "{logic}"': '“{logic}”需要一个值',
  'has a list of {count} values; at most {max} are taken': '的列表有 {count} 个值，最多接受 {max} 个',
  'needs two values, written as "1,5"': '需要两个值，写作“1,5”',
  'cannot use "{logic}"': '不能使用“{logic}”',

  // expressions
  'has an expression that failed: {reason}': '表达式出错：{reason~}',
  'No such key: {name}; did you mean "{near}"?': '没有字段“{name}”；是否要写“{near}”？',
  'No such key: {name}': '没有字段“{name}”',
  'No such key: {name}; where it may be missing, write coalesce(value, other)':
    '没有字段“{name}”；若它可能缺少，请写 coalesce(值, 其他)',
  'No such key: {name}; write {right}': '没有字段“{name}”；请写 {right}',
  'a list has no entry {index}': '列表没有第 {index} 项',
  'the list has {size} entries and none at {index}; the first is 0': '列表有 {size} 项，没有第 {index} 项；从 0 算起',
  'integer overflow: {value}': '整数超出范围：{value}',
  'Unsigned integer overflow': '无符号整数超出范围',
  'int() type error: integer overflow': 'int()：整数超出范围',
  '{left} ({kind}) cannot be compared with {right} ({other}); {advice}':
    '{left~}（{kind~}）不能与 {right~}（{other~}）比较；{advice!}',
  'count the elements with size(list), or ask with: value in list': '请用 size(列表) 计数，或写 值 in 列表',
  'write coalesce(value, {other}) where it may be nothing': '若可能为空，请写 coalesce(值, {other})',
  'write coalesce(nullif(value, ""), 0) where nothing counts as zero':
    '若空文本按零计，请写 coalesce(nullif(值, ""), 0)',
  'compare numbers with dec(value), or texts with toText(value)': '按数字比较请写 dec(值)，按文本比较请写 toText(值)',
  'compare texts with toText(value)': '按文本比较请写 toText(值)',
  'one of the two times names a zone and the other does not; give both one with unix_timestamp(time, zone), or compare days with date_format':
    '两个时间一个带时区，一个不带；请用 unix_timestamp(时间, 时区) 都加上时区，或用 date_format 比较日期',
  '{odd} is no date and cannot be ordered beside {other}; read it with parse_date(value, "DD/MM/YYYY"), or say what counts then: iferror(comparison, false)':
    '{odd~} 不是日期，不能与 {other~} 比较先后；请用 parse_date(值, "DD/MM/YYYY") 读取，或写明此时的结果：iferror(比较, false)',
  'some of the values are dates and {odd} is none; leave it out with filter(), or read it with parse_date(value, "DD/MM/YYYY")':
    '其中有日期，而 {odd~} 不是；请用 filter() 去掉它，或用 parse_date(值, "DD/MM/YYYY") 读取',
  'some of the values are numbers and {value} is not; leave it out with filter(), or make numbers of them with dec(value)':
    '其中有数字，而 {value~} 不是；请用 filter() 去掉它，或用 dec(值) 转为数字',
  '{value} ({kind}) has no place in an order': '{value~}（{kind}）不能排序',
  '"{unit}" is no unit of time; units are {list}': '“{unit}”不是时间单位；单位有 {list}',
  'date_add moves by at most {count} units': 'date_add 最多移动 {count} 个单位',
  'the result is a time outside the years 1 to 9999': '结果超出公元 1 年至 9999 年',
  '"{way}" is no way to round; ways are {list}': '“{way}”不是舍入方式；方式有 {list}',
  'apportion takes weights that are not below zero': 'apportion 的权重不能小于零',
  'apportion needs a weight above zero': 'apportion 需要至少一个大于零的权重',
  '{amount} has more than {places} places, so shares of that size cannot sum up to it':
    '{amount} 的小数超过 {places} 位，按此位数分摊的各份加不出原数',
  'a text is no number; write dec(value) {operator} …': '文本不是数字；请写 dec(值) {operator} …',
  'A map cannot have the key "{name}"': '对象不能有键“{name}”',
  '{name} is no field of this value': '{name} 不是这个值的字段',
  'Unexpected character: {sign}': '此处不应有字符 {sign}',
  'Unexpected token: {token}': '此处不应有 {token}',
  'Expected {wanted}, got {token}': '此处应为 {wanted}，而不是 {token}',
  'a number of this size is written in quotes: dec("1e400")': '这么大的数请写在引号中：dec("1e400")',
  '"{value}" is no whole number': '“{value}”不是整数',
  'has an hour of 12 that is none': '的十二小时制小时不在 1 到 12 之间',
  'has the bounds "{low}" and "{high}", of which the first is more': '的下限“{low}”大于上限“{high}”',
  'has a list that begins with [ and is no JSON': '的列表以 [ 开头，却不是 JSON',
  'Reserved identifier: {name}': '{name} 是保留字',
  "found no matching overload for '{call}'": '没有适合 {call} 的函数',
  'The date pattern "{pattern}" has "{piece}", which is not understood. Known are {known}; a text stands in brackets: [{text}]. Nearest: {nearest}':
    '日期格式“{pattern}”中的“{piece}”无法识别。可用的有 {known}；普通文字请写在方括号中：[{text}]。最接近的写法：{nearest}',
  'The date pattern "{pattern}" {problem}. Nearest: {nearest}':
    '日期格式“{pattern}”{problem!}。最接近的写法：{nearest}',
  'The date pattern "{pattern}" names no year, month and day, which a date has': '日期格式“{pattern}”缺少年、月或日',
  'string.{name}({arguments}): {part} index out of range': '{name}()：位置超出范围',
  'int() cannot make a whole number of it': 'int()：不能转换为整数',
  'these types do not go together: {types}': '这些类型之间不能这样运算：{types}',
  'these types do not go together: {types}; write coalesce(value, 0) where nothing counts as zero':
    '这些类型之间不能这样运算：{types}；若空值按零计，请写 coalesce(值, 0)',
  "Ternary condition must be bool, got '{type}'": '“?”前的条件须为真或假，而得到的是 {type}',
  'both sides of && and || must be true or false: {type}': '&& 和 || 的两边须为真或假，而得到的是 {type}',
  'Invalid duration string: {text}': '不是有效的时长：{text}',
  'bool() conversion error: invalid string value {value}': 'bool()：{value} 不是真或假',
  'string.{name}(search, fromIndex): fromIndex out of range': '{name}()：起始位置超出范围',
  'The expression cannot be compiled (line {line}, column {column}): {reason}.':
    '表达式无法编译（第 {line} 行第 {column} 列）：{reason~}。',
  'The expression cannot be compiled (line {line}, column {column}): {reason}':
    '表达式无法编译（第 {line} 行第 {column} 列）：{reason~}',
  '{problem}; did you mean "{name}"?': '{problem!}；是否要写“{name}”？',
  'there is no "{name}"': '没有“{name}”',
  'there is no "{name}"; a field of the record is written {right}': '没有“{name}”；数据的字段写作 {right}',
  'there is no function "{name}"': '没有函数“{name}”',
  '{name}() does not take ({types}); it is written {usage}': '{name}() 不接受 ({types})；写法是 {usage}',
  'a text in quotes is not closed': '引号里的文本没有结束',
  'leave out the = at the beginning': '请去掉开头的 =',
  'write {right} in the place of {wrong}': '请写 {right}，而不是 {wrong}',
  'the expression ends too early; a bracket or a value is missing': '表达式没有写完；缺少括号或值',
  'The expression cannot be compiled: {reason}.': '表达式无法编译：{reason~}。',
  'The expression cannot be compiled: {reason}': '表达式无法编译：{reason~}',
  'Field "{field}": the expression was stopped because it took more than the {budget} ms of computing that a record of this size has. Make it loop over less, or give the mapping more: computeMs is {own} and may be up to {most}.':
    '字段“{field}”：表达式已中止，因为计算超过了这样大小的数据所允许的 {budget} 毫秒。请减少循环，或调高映射的计算上限：computeMs 现为 {own}，最多 {most}。',
  'Field "{field}": the expression was stopped because it took more than the {size} MB of memory that one record has. Make it loop over less.':
    '字段“{field}”：表达式已中止，因为超过了每条数据的 {size} MB 内存上限。请减少循环。',
  'The mapping asks for {own} ms of computing a record; the operator allows {most}.':
    '映射要求每条数据计算 {own} 毫秒；运营方最多允许 {most} 毫秒。',
  '{count} MB of memory': '内存 {count} MB',
  'a count of seconds is out of range': '秒数超出范围',
  'date_format does not know {piece}': 'date_format 不认识 {piece}',
  '{value} does not fit into 64 bits': '{value} 超出 64 位整数的范围',
  'a number has more than 1000 digits': '数字超过 1000 位',
  '{value} is not a finite number': '{value} 不是有限的数',
  '{value} is not a number in plain digits': '{value} 不是普通数字写法的数',
  'division by zero': '除数为零',
  'a result has more than 1000 digits': '结果超过 1000 位',
  'a scale is a whole number from -100 to 100': '小数位数须为 -100 到 100 的整数',

  // editions
  'The date pattern "{pattern}" has "{piece}", which is not understood. Known are {known}; a text stands in brackets: [{text}]. Nearest: {nearest}.':
    '日期格式“{pattern}”中的“{piece}”无法识别。可用的有 {known}；普通文字请写在方括号中：[{text}]。最接近的写法：{nearest}。',
  'The date pattern "{pattern}" {problem}. Nearest: {nearest}.':
    '日期格式“{pattern}”{problem!}。最接近的写法：{nearest}。',
  'counts hours to 12 without saying AM or PM': '用 12 小时制却没有上午、下午（A）',
  'has minutes (mm) where a month (MM) is meant': '在月份（MM）的位置写了分钟（mm）',
  'has a month (MM) where minutes (mm) are meant': '在分钟（mm）的位置写了月份（MM）',
  'has fractions (S) where seconds (ss) are meant': '在秒（ss）的位置写了小数秒（S）',
  'names no time zone, which the pattern writes; name one': '没有时区，而格式要写出时区；请指定时区',
  'The date pattern "{pattern}" names no year, month and day, which a date has.': '日期格式“{pattern}”缺少年、月或日。',
  'is not written as {pattern}': '不是按 {pattern} 写的',
  'has the value "{value}", which is no number': '的值“{value}”不是数字',
  'has the value "{value}", which is no date': '的值“{value}”不是日期',
  'compares "{value}" with "{text}", which is a number; choose the type text where characters are meant':
    '比较“{value}”与数字“{text}”；若按字符比较，请选择类型“文本”',
  'compares "{value}" with "{text}", which is a date; choose the type text where characters are meant':
    '比较“{value}”与日期“{text}”；若按字符比较，请选择类型“文本”',
  'compares "{value}" with "{text}", which is a text; choose the type text where characters are meant':
    '比较“{value}”与文本“{text}”；若按字符比较，请选择类型“文本”',
  'has {value} at place {place} of its list; a list has texts, numbers, true and false':
    '的列表第 {place} 项是 {value}；列表中只能有文本、数字、true 和 false',
  'compares "{value}" with "{text}", of which only one names a time zone; choose the zone of "{field}"':
    '比较“{value}”与“{text}”，其中只有一个带时区；请为“{field}”选择时区',
  'is missing in this line and would be taken from outside it; write "{source}.{path}" for the line\'s own, "$.{header}" for the header\'s':
    '在这一行中缺失，会取到行外的值；取本行请写“{source}.{path}”，取表头请写“$.{header}”',
  'has an offset from UTC with minutes above 59': '的时区偏移的分钟大于 59',
  'a text and a number are not added; write concat(a, b) for a text, add(a, b) for a number':
    '文本与数字不能直接相加；拼接文本请写 concat(a, b)，相加请写 add(a, b)',
  'a length to pad to is a whole number from 0 to 10000': '补齐的长度须为 0 到 10000 的整数',
  'a list grows beyond {max} elements': '列表超过 {max} 个元素',
  'a text grows beyond {max} characters': '文本超过 {max} 个字符',
  'replace needs a text to look for': 'replace 需要要查找的文本',
  'a pattern has at most 1000 characters': '正则最多 1000 个字符',
  '"{pattern}" is not a pattern of RE2': '“{pattern}”不是有效的 RE2 正则',
  'the record grows too large': '数据过大',
  'the result is a type or a function, which no field can hold': '结果是类型或函数，字段无法保存',
  'the result is {result}, which is no number': '结果是 {result}，不是数字',
  'the result is a map whose keys are no texts': '结果的键不是文本',
  'Literals of bytes are not supported; pass a binary field on, or use base64(field)':
    '不支持字节字面量；请直接传递二进制字段，或用 base64(field)',
  '"{name}" is nested more than {max} deep': '“{name}”嵌套超过 {max} 层',
  'Keys of a map are texts in quotes': '对象的键须为带引号的文本',
  'A map cannot have the key "{key}"': '对象不能有键“{key}”',
  'bytes() is not supported; pass a binary field on, or use base64(field)':
    '不支持 bytes()；请直接传递二进制字段，或用 base64(field)',
  'has() asks whether a record has a field; now has none': 'has() 用于判断数据是否有某个字段；now 没有字段',
  'matches() can run for hours on some texts; use rmatch(), whose time is bounded':
    'matches() 遇到某些文本会运行很久；请改用 rmatch()',
  "{name}() depends on the server's own time zone; use date_format(date, pattern, zone)":
    '{name}() 取决于服务器时区；请用 date_format(日期, 格式, 时区)',
  'timestamp() needs a time zone in "{text}"': 'timestamp() 的“{text}”需要时区',
  'lookup() takes the id of a value map and a value.': 'lookup() 需要值映射的 ID 和一个值。',
  'lookup() takes the id of a value map and a value': 'lookup() 需要值映射的 ID 和一个值',
  'lookup() names a value map by its id, in quotes.': 'lookup() 用带引号的 ID 指明值映射。',
  'lookup() names a value map by its id, in quotes': 'lookup() 用带引号的 ID 指明值映射',
  'find() takes the id of a strategy, a field, and the key of a record.':
    'find() 需要方案的 ID、一个字段和数据的主键。',
  'find() takes the id of a strategy, a field, and the key of a record': 'find() 需要方案的 ID、一个字段和数据的主键',
  'find() takes values of the key, or conditions in braces, not both.':
    'find() 要么给出主键的值，要么给出花括号里的条件，不能都给。',
  'find() takes values of the key, or conditions in braces, not both':
    'find() 要么给出主键的值，要么给出花括号里的条件，不能都给',
  'find() names a strategy by its id, in quotes.': 'find() 用带引号的 ID 指明方案。',
  'find() names a strategy by its id, in quotes': 'find() 用带引号的 ID 指明方案',
  'find() names the field it takes in quotes.': 'find() 用带引号的名称指明要取的字段。',
  'find() names the field it takes in quotes': 'find() 用带引号的名称指明要取的字段',
  'find() takes 1 to {max} conditions.': 'find() 需要 1 到 {max} 个条件。',
  'find() takes 1 to {max} conditions': 'find() 需要 1 到 {max} 个条件',
  'find() stands in find() more than {max} deep.': 'find() 嵌套在 find() 里超过 {max} 层。',
  'find() stands in find() more than {max} deep': 'find() 嵌套在 find() 里超过 {max} 层',
  'The options of a look-up stand in braces: {list}.': '查找的选项写在花括号里：{list}。',
  'The options of a look-up stand in braces: {list}': '查找的选项写在花括号里：{list}',
  'The options of a look-up are: {list}.': '查找的选项有：{list}。',
  'The options of a look-up are: {list}': '查找的选项有：{list}',
  'The option "{name}" is a text in quotes.': '选项“{name}”须为带引号的文本。',
  'The option "{name}" is a text in quotes': '选项“{name}”须为带引号的文本',
  'The option "{name}" is one of: {list}.': '选项“{name}”须为其中之一：{list}。',
  'The option "{name}" is one of: {list}': '选项“{name}”须为其中之一：{list}',
  'The key of find() is asked for before the record is mapped: make it of fields, operators and functions, without loops and patterns. For each element of a list, map the list as lines.':
    'find() 的主键在映射数据之前就要查询：请用字段、运算符和函数写成，不含循环和正则。要对列表的每个元素查找，请把列表映射为明细。',
  'The key of find() is asked for before the record is mapped: make it of fields, operators and functions, without loops and patterns. For each element of a list, map the list as lines':
    'find() 的主键在映射数据之前就要查询：请用字段、运算符和函数写成，不含循环和正则。要对列表的每个元素查找，请把列表映射为明细',
  'The key of "{name}" has {count} fields: {list}.': '“{name}”的主键有 {count} 个字段：{list}。',
  'The key of "{name}" has {count} fields: {list}': '“{name}”的主键有 {count} 个字段：{list}',
  'is what find() could not work out before the page was asked; make its key of fields by fewer steps':
    '是 find() 在整页查询之前未能算出的值；请用更少的步骤由字段写成主键',
  'Field "{field}": the expressions ended the process they were worked out in. Make them smaller.':
    '字段“{field}”：表达式使其计算进程中止。请把它写得小一些。',

  // words of SQL and spreadsheets
  '{function}() takes a text, and not a list of {count}; write size(list), join(list, ",") or toText(list)':
    '{function}() 需要文本，而得到的是 {count} 项的列表；请写 size(列表)、join(列表, ",") 或 toText(列表)',
  '{function}() takes a text, and not an object; name one of its fields, or write toText(object)':
    '{function}() 需要文本，而得到的是对象；请写出它的某个字段，或写 toText(对象)',
  '"{zone}" is no known time zone; zones are written Asia/Shanghai': '没有时区“{zone}”；时区写作 Asia/Shanghai',
  'null is no number; write coalesce(value, 0) where nothing counts as zero':
    '空值不是数字；若按零计，请写 coalesce(值, 0)',
  'a condition is true or false, and not {value}; ask with a comparison': '条件须为真或假，而不是 {value~}；请写成比较',
  'A CASE is written: CASE WHEN condition THEN value ELSE value END':
    'CASE 的写法是：CASE WHEN 条件 THEN 值 ELSE 值 END',
  'A CASE is written: CASE WHEN condition THEN value ELSE value END.':
    'CASE 的写法是：CASE WHEN 条件 THEN 值 ELSE 值 END。',
  'padding needs a text to fill with': '补齐需要用来填充的文本',
  'repeat counts from 0': 'repeat 的次数从 0 开始',
  'split_part counts from 1, or from the end from -1': 'split_part 从 1 数起，或从末尾以 -1 数起',
  'split_part needs a separator': 'split_part 需要分隔符',
  'substring_index needs a separator': 'substring_index 需要分隔符',
  'positions count from 1': '位置从 1 数起',
  'substring counts positions from 1, or from the end from -1': 'substring 的位置从 1 数起，或从末尾以 -1 数起',
  '"{flag}" is no flag of a pattern; flags are i, m and s': '“{flag}”不是正则的标志；标志有 i、m、s',
  '"{pattern}" looks ahead or behind, which patterns here cannot; take a group instead':
    '“{pattern}”用了前后断言，这里的正则不支持；请改用分组',
  '"{pattern}" refers back to a group, which patterns here cannot': '“{pattern}”反向引用了分组，这里的正则不支持',
  '"{pattern}" has no group {group}': '“{pattern}”没有分组 {group}',
  'a key to sort by is a field in quotes, or {"desc": "field"}': '排序的键是带引号的字段，或 {"desc": "字段"}',
  '"{unit}" is no period; periods are {list}': '“{unit}”不是时间段；时间段有 {list}',
  'work days are counted over at most {max} days': '工作日最多计算 {max} 天',
  'an exponent is a whole number from -100 to 100': '指数须为 -100 到 100 的整数',

  // derived fields
  'A look-up names the derived fields it asks with: derived.name, not all of derived.':
    '查找要写明用作条件的派生字段：derived.名称，不能用整个 derived。',
  'A look-up asks with this derived field before the record is mapped: make it of fields, operators and functions, without loops and patterns.':
    '查找要在映射之前就用到这个派生字段：请只用字段、运算符和函数，不用循环和模式。',
  'The look-up asks with {names}, which waits for look-ups itself, more than {count} one after the other.':
    '查找用 {names} 作条件，而它本身又要等其他查找，接连超过 {count} 次。',
  'There is no derived field "{name}". A field of the record that is called derived is written $.derived.':
    '没有派生字段“{name}”。数据中名为 derived 的字段写作 $.derived。',
  'A derived field names the ones it uses: derived.name, not all of derived.':
    '派生字段要写明所用的派生字段：derived.名称，不能用整个 derived。',
  'A derived field is called by letters, digits and _ of ASCII, and begins with no digit.':
    '派生字段名只能用英文字母、数字和 _，且不以数字开头。',
  'There is no derived field "{name}".': '没有派生字段“{name}”。',
  'Two derived fields have this name.': '有两个派生字段同名。',
  'Derived fields use each other in a circle: {circle}.': '派生字段循环引用：{circle}。',
  'The row filter uses the derived field "{name}", which looks something up; what is looked up may change, and a row is filtered once.':
    '行过滤用到派生字段“{name}”，它含有查找；查到的内容会变，而一行只过滤一次。',
  'there is no {name}(): a record that is mapped again must come out as before; build the value from its fields':
    '没有 {name}()：同一条记录重新映射必须得到同样的结果；请用它的字段组成这个值',
  '"{character}" is no character of GBK': '“{character}”不是 GBK 字符',
  '"{encoding}" is no encoding that is measured; these are {list}': '“{encoding}”不是可计算的编码；可用 {list}',
}
