import type { Sentences } from '@sluice/contract'

export const filesSentences: Sentences = {
  '{name} is not {encoding} text throughout: byte {at} in line {line} ({found}) does not belong to it.':
    '{name} 不全是 {encoding} 文本：第 {line} 行、第 {at} 个字节（{found~}）不符合该编码。',
  'the end of the file': '文件末尾',
  'Repair the file where it is made, or choose the encoding in the source options.':
    '请在生成文件的地方修复，或在源选项中选择编码。',
  'Choose the encoding in the source options. Likely are: {named}.': '请在源选项中选择编码。可能是：{named}。',
  'The rows of {name} can be cut by {best} and by {rival} alike.': '{name} 的各行按 {best} 和按 {rival} 都能分列。',
  '{path} was not read: {reason}': '{path} 未读取：{reason~}',
  'Row {row} holds the error {error} in column {column}.': '第 {row} 行第 {column} 列是错误值 {error}。',
  'Mend the formula in the sheet, or choose in the source options that error cells are null.':
    '请在表格中修复公式，或在源选项中选择错误单元格为 null。',
  'Choose the delimiter in the source options.': '请在源选项中选择分隔符。',
  'Choose the right encoding in the source options, or save the file as UTF-8.':
    '请在源选项中选择正确的编码，或把文件存为 UTF-8。',
  '{name} is not {expected}: it looks like {what}.': '{name} 不是{expected~}：看起来是{what~}。',
  'There is no file or sheet {id} here.': '没有文件或工作表 {id}。',
  'Choose one of the listed ones; it may have been renamed, moved or replaced.':
    '请从列表中选择；它可能已改名、移动或被替换。',
  '{doing} was not possible: {reason}.': '{doing!}失败：{reason!}。',
  'Reading {name}': '读取 {name} ',
  'it failed': '操作失败',
  'The log of the server has the details.': '详情见服务器日志。',
  'the file does not exist any more': '文件已不存在',
  'It may have been moved or deleted; choose another.': '文件可能已移动或删除；请另选一个。',
  'the server may not access it': '服务器没有访问权限',
  'The operator gives the server the right to read and write there.': '请系统管理员授予服务器读写权限。',
  'the disk is read-only': '磁盘是只读的',
  'The operator opens a directory that can be written.': '请系统管理员开放一个可写的目录。',
  'the disk is full': '磁盘已满',
  'Free some space; the run goes on by itself.': '请腾出空间，运行会自动继续。',
  'it is a directory': '它是目录',
  'Choose a file.': '请选择文件。',
  'too many files are open': '打开的文件过多',
  'Try again in a moment.': '请稍后重试。',
  'Open it in the program it comes from and save it as XLSX or CSV.': '请在原程序中打开，另存为 XLSX 或 CSV。',
  'Unpack it and use the file inside.': '请解压后使用里面的文件。',
  'Choose the file that holds the data.': '请选择含有数据的文件。',
  'a PDF': ' PDF 文件',
  'Export the table from the program that made it as XLSX or CSV.': '请从原程序把表格导出为 XLSX 或 CSV。',
  'a PNG image': ' PNG 图片',
  'a JPEG image': ' JPEG 图片',
  'a GIF image': ' GIF 图片',
  'a gzip archive': ' gzip 压缩包',
  'a 7z archive': ' 7z 压缩包',
  'a RAR archive': ' RAR 压缩包',
  'an SQLite database': ' SQLite 数据库',
  'Use the SQLite connector for it.': '请使用 SQLite 连接器。',
  'a Parquet file': ' Parquet 文件',
  'Export it as CSV or JSON Lines.': '请导出为 CSV 或 JSON Lines。',
  'a workbook locked by a password': '有密码保护的工作簿',
  'Remove the password in Excel (File, Info, Protect) and save it again.':
    '请在 Excel 中去掉密码（文件、信息、保护工作簿）后重新保存。',
  'a workbook of the old XLS kind': '旧版 XLS 工作簿',
  'Open it in Excel and save it as XLSX.': '请用 Excel 打开，另存为 XLSX。',
  'a web page (HTML)': '网页（HTML）',
  'Often a login page saved instead of the file, or a table saved as HTML: fetch it again, or save it as XLSX.':
    '多半是把登录页面存成了文件，或把表格存成了 HTML：请重新下载，或另存为 XLSX。',
  'an XML file': ' XML 文件',
  'Line {line} is longer than 64 MiB, which is not read.': '第 {line} 行超过 64 MiB，不予读取。',
  'Line {line} has an object of more than {max} names, which is not read.':
    '第 {line} 行有一个对象的名称超过 {max} 个，不予读取。',
  'Write what has many names as a list of objects.': '请把名称很多的对象写成对象列表。',
  'Line {line} is nested deeper than {max} levels.': '第 {line} 行嵌套超过 {max} 层。',
  'Line {line} is not JSON.': '第 {line} 行不是 JSON。',
  'Line {line} cannot be read.': '第 {line} 行无法读取。',
  'Line {line} is not an object.': '第 {line} 行不是对象。',
  'Line {line} has a field {field} of its own; switch the row number off.':
    '第 {line} 行自带字段 {field}；请关闭行号。',
  'Each line holds one whole JSON object.': '每行须是一个完整的 JSON 对象。',
  '{name} holds one JSON array; JSON Lines holds one object per line.':
    '{name} 是一个 JSON 数组；JSON Lines 每行一个对象。',
  'Convert it, with jq for example: jq -c ".[]" in.json > out.jsonl':
    '请转换，例如用 jq：jq -c ".[]" in.json > out.jsonl',
  '{name} (column {index} has no name)': '{name}（第 {index} 列没有名称）',
  '{name} (column {index} is called {given} like one before it)': '{name}（第 {index} 列与前面的列同名：{given}）',
  'a CSV file': ' CSV 文件',
  'a JSON Lines file': ' JSON Lines 文件',
  'an XLSX file': ' XLSX 文件',
  '{name} is empty: it has no bytes at all.': '{name} 是空的：没有任何内容。',
  'Check the export that makes the file.': '请检查生成文件的导出。',
  'an XLSX file or another ZIP archive': ' XLSX 文件或其他 ZIP 压缩包',
  'Choose the format XLSX if it is a workbook; else unpack it and use the file inside.':
    '若是工作簿，请选择 XLSX 格式；否则请解压后使用里面的文件。',
  'a binary file, because it holds NUL bytes': '二进制文件（含有 NUL 字节）',
  'Choose the file that holds the data; if it is UTF-16 text, choose that encoding.':
    '请选择含有数据的文件；若是 UTF-16 文本，请选择该编码。',
  'a text file': '文本文件',
  'Choose the format CSV or JSON Lines in the source options.': '请在源选项中选择 CSV 或 JSON Lines 格式。',
  '{name} was changed or replaced while it was being read, so rows may be missing or double.':
    '读取期间 {name} 被修改或替换，可能有行缺失或重复。',
  'Start a new run; records that were taken already are recognised by their key.':
    '请重新运行；已取过的数据会按主键识别。',
  'Reading {name} was stopped.': '读取 {name} 已中止。',
  'Writing the file': '写入文件',
  'The write was stopped.': '写入已中止。',
  'Nobody can say whether {name} was stored.': '无法确定 {name} 是否已保存。',
  'Look at the list of files.': '请查看文件列表。',
  'Excel keeps 15 digits of a number, so the key {value} is not the one that was entered; format the column as text and enter it again.':
    'Excel 的数字只保留 15 位，主键 {value} 已不是原来输入的值；请把列设为文本格式后重新输入。',
  '{name} is refused: it has too many different texts.': '{name} 被拒绝：不同的文本过多。',
  'Save it as CSV.': '请存为 CSV。',
  '{name} is refused: a sheet has at most 1,048,576 rows.': '{name} 被拒绝：工作表最多 1,048,576 行。',
  '{name} is refused: a sheet has at most 16,384 columns.': '{name} 被拒绝：工作表最多 16,384 列。',
  'Row {line} of {name} is longer than 64 MiB.': '{name} 第 {line} 行超过 64 MiB。',
  '{name} is damaged: it holds XML that cannot be read.': '{name} 已损坏：其中的 XML 无法读取。',
  'Save it again in Excel.': '请用 Excel 重新保存。',
  'a workbook of the binary XLSB kind': '二进制 XLSB 工作簿',
  'Save it as XLSX in Excel.': '请用 Excel 另存为 XLSX。',
  'an OpenDocument file': ' OpenDocument 文件',
  'Save it as XLSX.': '请另存为 XLSX。',
  'a Word document': ' Word 文档',
  'Copy the table into Excel and save it as XLSX.': '请把表格复制到 Excel，存为 XLSX。',
  'a ZIP archive': ' ZIP 压缩包',
  '{name} is damaged: its part {part} is missing.': '{name} 已损坏：缺少 {part}。',
  '{name} is refused: it has {count} parts.': '{name} 被拒绝：其中有 {count} 个部分。',
  '{name} holds two parts called {part}.': '{name} 中有两个同名的部分 {part}。',
  '{name} is refused: it would unpack to more than 1 GiB.': '{name} 被拒绝：解压后超过 1 GiB。',
  '{name} is refused: {part} would unpack to {count} times its size.':
    '{name} 被拒绝：{part} 解压后会变为 {count} 倍大小。',
  '{name} is locked by a password.': '{name} 有密码保护。',
  'Remove the password and save it again.': '请去掉密码后重新保存。',
  'Split it into smaller files, or save it as CSV.': '请拆成较小的文件，或存为 CSV。',
  '{name} is damaged: it cannot be unpacked.': '{name} 已损坏：无法解压。',
  'Upload or copy it again; save it again in Excel.': '请重新上传或复制，或用 Excel 重新保存。',
  'The record has more than {max} fields.': '数据超过 {max} 个字段。',
  'The field {name} {reason}.': '字段 {name} {reason!}。',
  'Choose JSON Lines for the file, or change the value in the mapping.':
    '请把文件格式改为 JSON Lines，或在映射中改变这个值。',
  'holds the character U+0000, which no text file holds': '含有字符 U+0000，文本文件无法保存',
  'holds half a character (a lone surrogate), which cannot be written': '含有不成对的代理字符，无法写入',
  'has {count} characters, but a cell holds {max}': '有 {count} 个字符，而单元格最多 {max} 个',
  'holds a character that GB18030 does not have': '含有 GB18030 没有的字符',
  '{name} is empty: there is not even a header.': '{name} 是空的：连表头都没有。',
  '{name} is empty: there is not even a header in {unit} {row} or below.': '{name} 是空的：第 {row} 行及以下没有表头。',
  'Check the export that makes the file; a file without data still has its header.':
    '请检查生成文件的导出；没有数据的文件也应有表头。',
  'The header of {name} cannot be read: {message}': '{name} 的表头无法读取：{message~}',
  'Line {line} has {count} cells, but the table has {width} columns.':
    '第 {line} 行有 {count} 个单元格，而表有 {width} 列。',
  'Row {line} has {count} cells, but the table has {width} columns.':
    '第 {line} 行有 {count} 个单元格，而表有 {width} 列。',
  'Line {line} has {count} cell, but the table has {width} columns.':
    '第 {line} 行有 {count} 个单元格，而表有 {width} 列。',
  'Row {line} has {count} cell, but the table has {width} columns.':
    '第 {line} 行有 {count} 个单元格，而表有 {width} 列。',
  'Line {line} has {count} cells, but the table has {width} column.':
    '第 {line} 行有 {count} 个单元格，而表有 {width} 列。',
  'Row {line} has {count} cells, but the table has {width} column.':
    '第 {line} 行有 {count} 个单元格，而表有 {width} 列。',
  'Line {line}: {reason}': '第 {line} 行：{reason~}',
  'Row {line}: {reason}': '第 {line} 行：{reason~}',
  'Look for a delimiter or a line break in a value that is not quoted, or for a summary row.':
    '请检查是否有值含分隔符或换行而没有加引号，或有合计行。',
  'Line {line} of {name} opens a quote that is never closed, so nothing after it can be read.':
    '{name} 第 {line} 行的引号没有关闭，其后的内容无法读取。',
  'Close or remove the quote; a quote inside a value is written twice.': '请补上或去掉引号；值中的引号要写两次。',
  'Line {line} starts a row of more than 64 MiB or 16,384 cells, which is not read.':
    '从第 {line} 行开始的一行超过 64 MiB 或 16,384 个单元格，不予读取。',
  'Look for a quote that is closed much later than it should be.': '请检查是否有引号关闭得太晚。',
  'Line {line} starts a row in which text follows a closing quote.': '从第 {line} 行开始的一行中，引号关闭后还有文本。',
  'A quote inside a quoted value is written twice.': '引号内的引号要写两次。',
  'Line {line} starts a row that holds a NUL character, which no text may hold.':
    '从第 {line} 行开始的一行含有 NUL 字符，文本不允许。',
  '{name} is refused: it has more than 4 GiB.': '{name} 被拒绝：超过 4 GiB。',
  'Split it into smaller files.': '请拆成较小的文件。',
  'Files have no order by the field {field}; increments go by {other}, the time of the last change.':
    '文件不能按字段 {field} 排序；增量读取按 {other}（最后修改时间）进行。',
  'Choose {field} as the increment field, or switch off the increment.':
    '请选择 {field} 作为增量字段，或关闭增量读取。',
  'The folder {folder} holds more than {max} files to read.': '文件夹 {folder} 中待读取的文件超过 {max} 个。',
  'Choose a folder further down, narrow the pattern, or move files away that were read.':
    '请选择更下层的文件夹、缩小匹配范围，或移走已读取的文件。',
  'Line {line} has the name {name} twice in one object, and one of the values would be lost.':
    '第 {line} 行的同一个对象里名称 {name} 出现了两次，会丢失其中一个值。',
  'Give each value a name of its own where the file is made.': '请在生成文件的地方为每个值使用各自的名称。',
  '{name} is damaged: {value} is no number of a row.': '{name} 已损坏：{value} 不是行号。',
  '{name} is damaged: row {line} has no place for its cell {place}.':
    '{name} 已损坏：第 {line} 行的单元格 {place} 没有位置。',
  '{name} is damaged: a cell in row {line} points to a text that is not there.':
    '{name} 已损坏：第 {line} 行有单元格指向不存在的文本。',
  'Row {line} has a formula in column {column} whose result is not in the file.':
    '第 {line} 行第 {column} 列是公式，文件中没有它的结果。',
  'Open the file in Excel and save it, so that it holds the results.':
    '请用 Excel 打开并保存该文件，使其包含计算结果。',
  'Files left out because their name does not match the pattern: {count} ({examples}).':
    '文件名不符合匹配而未读取的文件：{count}（{examples}）。',
  'Files left out because their ending is none that is read: {count} ({examples}).':
    '扩展名不可读取而未读取的文件：{count}（{examples}）。',
  'Hidden files and folders left out: {count} ({examples}).': '未读取的隐藏文件和文件夹：{count}（{examples}）。',
  'Links and devices left out: {count} ({examples}).': '未读取的链接和设备：{count}（{examples}）。',
  'Files left out because their marker is not there yet: {count} ({examples}).':
    '完成标记尚未出现而未读取的文件：{count}（{examples}）。',
  'Files read although their time is before the window, because they came later: {count} ({examples}).':
    '修改时间早于窗口、但后来才出现而读取的文件：{count}（{examples}）。',
  '{path} was not read: it changed while it was looked at, so it may still be being written.':
    '{path} 未读取：查看期间它发生了变化，可能仍在写入。',
  'The next run reads it as it is then. If it is written for long, have it written under another name and renamed, or set a marker.':
    '下次运行会读取届时的内容。若写入时间较长，请先用其他名称写入再改名，或设置完成标记。',
  '{path} was not read: the name that the server lists is not one that it can be asked for.':
    '{path} 未读取：服务器列出的名称无法用来请求该文件。',
  'Line breaks, and letters in another encoding than UTF-8, are lost on the way: rename the file, or have the server use UTF-8.':
    '换行符和非 UTF-8 编码的字符会在传输中丢失：请重命名文件，或让服务器使用 UTF-8。',
  '{path} was not read: it lies deeper than 20 folders.': '{path} 未读取：它位于 20 层以上的文件夹之下。',
  'Choose a folder further down, or look whether the folders lead in a circle.':
    '请选择更下层的文件夹，或检查文件夹是否循环。',
  '{name} changed while it was looked at, so it may still be being written.':
    '{name} 在查看期间发生了变化，可能仍在写入。',
  'It is tried again by itself. If it is written for long, have it written under another name and renamed.':
    '会自动重试。若写入时间较长，请先用其他名称写入再改名。',
  'The file does not name its encoding. Read as GB18030 its characters are the common ones of Chinese.':
    '文件没有写明编码。按 GB18030 读取时，字符都是常用汉字。',
  'The first line says so, and is no row: sep={sign}': '第一行写明了分隔符，它不是数据：sep={sign}',
  'Two signs cut the rows into equally many cells.': '有两种符号能把各行切成同样多的单元格。',
  'The file does not name its delimiter. By this one the most rows have equally many cells.':
    '文件没有写明分隔符。用这一个时，单元格数相同的行最多。',
  'The first line looks like data: it holds {value}.': '第一行像是数据：其中有 {value}。',
  'In the first line a name is missing or stands twice.': '第一行中缺少名称或有重复的名称。',
  'The first line looks like names: it holds texts alone, and the lines below hold numbers or days.':
    '第一行像是列名：只有文字，而下面各行有数字或日期。',
  'All lines hold texts alone, so the first one may be names or data.':
    '所有行都只有文字，第一行可能是列名，也可能是数据。',
  'Days of {column} contradict each other: {first} has the day first, {second} the month.':
    '{column} 的日期互相矛盾：{first} 是日在前，{second} 是月在前。',
  'Days of {column} are settled by {value}.': '{column} 的日期顺序由 {value} 确定。',
  'Days of {column} can be read in two ways, and none of the first lines settles it.':
    '{column} 的日期有两种读法，前面各行都不能确定。',
  'Numbers of {column} contradict each other: {first} and {second}.': '{column} 的数字互相矛盾：{first} 和 {second}。',
  'Numbers of {column} are settled by {value}.': '{column} 的小数符号由 {value} 确定。',
  'Numbers of {column} can be read in two ways, and none of the first lines settles it.':
    '{column} 的数字有两种读法，前面各行都不能确定。',
  'Column names': '列名',
  'A row of data': '一行数据',
  'Day first': '日在前',
  'Month first': '月在前',
  'Decimal comma': '小数逗号',
  'Decimal point': '小数点',
  'Rows of {name} below an empty row, which are read as rows of the table: {count} (first in row {row}).':
    '{name} 中位于空行下方、仍按表格的行读取的行数：{count}（首先在第 {row} 行）。',
  'Rows of {name} with values right of the table, behind an empty column, which are not read: {count} (first in row {row}).':
    '{name} 中表格右侧、隔着空列的值未读取，涉及的行数：{count}（首先在第 {row} 行）。',
  'Merged areas of {name} whose value was put into all of their cells: {count} (first {place}).':
    '{name} 中已把值填入每个单元格的合并区域：{count}（首先是 {place}）。',
  'Merged areas of {name} whose value is in their first cell alone, the others are empty: {count} (first {place}).':
    '{name} 中值只属于左上角、其余单元格为空的合并区域：{count}（首先是 {place}）。',
  'Texts such as {text} look guarded against formulas, as exports for spreadsheets are.':
    '像 {text} 这样的文本似乎带有防公式的符号，供表格软件打开的导出就是这样。',
  'Take the guard away': '去掉符号',
  'Keep the texts': '保留原文',
}
