import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const filesSentences: Sentences = {
  '{name} is not {encoding} text throughout: byte {at} in line {line} ({found}) does not belong to it.':
    '{name} não é inteiramente texto {encoding}: o byte {at}, na linha {line} ({found~}), não pertence a ele.',
  'the end of the file': 'o fim do arquivo',
  'Repair the file where it is made, or choose the encoding in the source options.':
    'Repare o arquivo onde ele é feito ou escolha a codificação nas opções da origem.',
  'Choose the encoding in the source options. Likely are: {named}.':
    'Escolha a codificação nas opções da origem. Prováveis: {named}.',
  'The rows of {name} can be cut by {best} and by {rival} alike.':
    'As linhas de {name} podem ser cortadas tanto por {best} quanto por {rival}.',
  '{path} was not read: {reason}': '{path} não foi lido: {reason~}',
  'Row {row} holds the error {error} in column {column}.': 'A linha {row} contém o erro {error} na coluna {column}.',
  'Mend the formula in the sheet, or choose in the source options that error cells are null.':
    'Corrija a fórmula na planilha ou escolha nas opções da origem que células de erro são nulas.',
  'Choose the delimiter in the source options.': 'Escolha o delimitador nas opções da origem.',
  'Choose the right encoding in the source options, or save the file as UTF-8.':
    'Escolha a codificação certa nas opções da origem ou salve o arquivo como UTF-8.',
  '{name} is not {expected}: it looks like {what}.': '{name} não é {expected~}: parece ser {what~}.',
  'There is no file or sheet {id} here.': 'Não há arquivo ou planilha {id} aqui.',
  'Choose one of the listed ones; it may have been renamed, moved or replaced.':
    'Escolha um dos listados; ele pode ter sido renomeado, movido ou substituído.',
  '{doing} was not possible: {reason}.': '{doing!} não foi possível: {reason!}.',
  'Reading {name}': 'Ler {name}',
  'it failed': 'houve uma falha',
  'The log of the server has the details.': 'O log do servidor tem os detalhes.',
  'the file does not exist any more': 'o arquivo não existe mais',
  'It may have been moved or deleted; choose another.': 'Ele pode ter sido movido ou excluído; escolha outro.',
  'the server may not access it': 'o servidor não pode acessá-lo',
  'The operator gives the server the right to read and write there.':
    'O operador dá ao servidor o direito de ler e gravar ali.',
  'the disk is read-only': 'o disco é somente leitura',
  'The operator opens a directory that can be written.': 'O operador libera um diretório que permita gravação.',
  'the disk is full': 'o disco está cheio',
  'Free some space; the run goes on by itself.': 'Libere espaço; a execução continua sozinha.',
  'it is a directory': 'é um diretório',
  'Choose a file.': 'Escolha um arquivo.',
  'too many files are open': 'há arquivos demais abertos',
  'Try again in a moment.': 'Tente novamente em instantes.',
  'Open it in the program it comes from and save it as XLSX or CSV.':
    'Abra-o no programa de origem e salve como XLSX ou CSV.',
  'Unpack it and use the file inside.': 'Descompacte-o e use o arquivo que está dentro.',
  'Choose the file that holds the data.': 'Escolha o arquivo que contém os dados.',
  'a PDF': 'um PDF',
  'Export the table from the program that made it as XLSX or CSV.':
    'Exporte a tabela como XLSX ou CSV no programa que a criou.',
  'a PNG image': 'uma imagem PNG',
  'a JPEG image': 'uma imagem JPEG',
  'a GIF image': 'uma imagem GIF',
  'a gzip archive': 'um arquivo gzip',
  'a 7z archive': 'um arquivo 7z',
  'a RAR archive': 'um arquivo RAR',
  'an SQLite database': 'um banco de dados SQLite',
  'Use the SQLite connector for it.': 'Use o conector SQLite para ele.',
  'a Parquet file': 'um arquivo Parquet',
  'Export it as CSV or JSON Lines.': 'Exporte-o como CSV ou JSON Lines.',
  'a workbook locked by a password': 'uma pasta de trabalho protegida por senha',
  'Remove the password in Excel (File, Info, Protect) and save it again.':
    'Remova a senha no Excel (Arquivo, Informações, Proteger) e salve novamente.',
  'a workbook of the old XLS kind': 'uma pasta de trabalho do antigo formato XLS',
  'Open it in Excel and save it as XLSX.': 'Abra-a no Excel e salve como XLSX.',
  'a web page (HTML)': 'uma página da web (HTML)',
  'Often a login page saved instead of the file, or a table saved as HTML: fetch it again, or save it as XLSX.':
    'Muitas vezes é uma página de login salva no lugar do arquivo ou uma tabela salva como HTML: baixe-o novamente ou salve como XLSX.',
  'an XML file': 'um arquivo XML',
  'Line {line} is longer than 64 MiB, which is not read.': 'A linha {line} tem mais de 64 MiB e não é lida.',
  'Line {line} has an object of more than {max} names, which is not read.':
    'A linha {line} tem um objeto com mais de {max} nomes, que não é lido.',
  'Write what has many names as a list of objects.': 'Escreva o que tem muitos nomes como lista de objetos.',
  'Line {line} is nested deeper than {max} levels.': 'A linha {line} tem aninhamento superior a {max} níveis.',
  'Line {line} is not JSON.': 'A linha {line} não é JSON.',
  'Line {line} cannot be read.': 'A linha {line} não pode ser lida.',
  'Line {line} is not an object.': 'A linha {line} não é um objeto.',
  'Line {line} has a field {field} of its own; switch the row number off.':
    'A linha {line} tem um campo próprio {field}; desative o número da linha.',
  'Each line holds one whole JSON object.': 'Cada linha contém um objeto JSON inteiro.',
  '{name} holds one JSON array; JSON Lines holds one object per line.':
    '{name} contém um único array JSON; JSON Lines contém um objeto por linha.',
  'Convert it, with jq for example: jq -c ".[]" in.json > out.jsonl':
    'Converta-o, por exemplo com jq: jq -c ".[]" in.json > out.jsonl',
  '{name} (column {index} has no name)': '{name} (a coluna {index} não tem nome)',
  '{name} (column {index} is called {given} like one before it)':
    '{name} (a coluna {index} se chama {given}, como uma anterior)',
  'a CSV file': 'um arquivo CSV',
  'a JSON Lines file': 'um arquivo JSON Lines',
  'an XLSX file': 'um arquivo XLSX',
  '{name} is empty: it has no bytes at all.': '{name} está vazio: não tem nenhum byte.',
  'Check the export that makes the file.': 'Verifique a exportação que gera o arquivo.',
  'an XLSX file or another ZIP archive': 'um arquivo XLSX ou outro arquivo ZIP',
  'Choose the format XLSX if it is a workbook; else unpack it and use the file inside.':
    'Escolha o formato XLSX se for uma pasta de trabalho; senão, descompacte-o e use o arquivo que está dentro.',
  'a binary file, because it holds NUL bytes': 'um arquivo binário, porque contém bytes NUL',
  'Choose the file that holds the data; if it is UTF-16 text, choose that encoding.':
    'Escolha o arquivo que contém os dados; se for texto UTF-16, escolha essa codificação.',
  'a text file': 'um arquivo de texto',
  'Choose the format CSV or JSON Lines in the source options.':
    'Escolha o formato CSV ou JSON Lines nas opções da origem.',
  '{name} was changed or replaced while it was being read, so rows may be missing or double.':
    '{name} foi alterado ou substituído durante a leitura, por isso linhas podem faltar ou estar em dobro.',
  'Start a new run; records that were taken already are recognised by their key.':
    'Inicie uma nova execução; registros já lidos são reconhecidos pela chave.',
  'Reading {name} was stopped.': 'A leitura de {name} foi interrompida.',
  'Writing the file': 'Gravar o arquivo',
  'The write was stopped.': 'A gravação foi interrompida.',
  'Nobody can say whether {name} was stored.': 'Ninguém sabe dizer se {name} foi armazenado.',
  'Look at the list of files.': 'Consulte a lista de arquivos.',
  'Excel keeps 15 digits of a number, so the key {value} is not the one that was entered; format the column as text and enter it again.':
    'O Excel guarda 15 dígitos de um número, por isso a chave {value} não é a que foi digitada; formate a coluna como texto e digite-a novamente.',
  '{name} is refused: it has too many different texts.': '{name} foi recusado: tem textos diferentes demais.',
  'Save it as CSV.': 'Salve-o como CSV.',
  '{name} is refused: a sheet has at most 1,048,576 rows.':
    '{name} foi recusado: uma planilha tem no máximo 1.048.576 linhas.',
  '{name} is refused: a sheet has at most 16,384 columns.':
    '{name} foi recusado: uma planilha tem no máximo 16.384 colunas.',
  'Row {line} of {name} is longer than 64 MiB.': 'A linha {line} de {name} tem mais de 64 MiB.',
  '{name} is damaged: it holds XML that cannot be read.': '{name} está danificado: contém XML que não pode ser lido.',
  'Save it again in Excel.': 'Salve-o novamente no Excel.',
  'a workbook of the binary XLSB kind': 'uma pasta de trabalho do formato binário XLSB',
  'Save it as XLSX in Excel.': 'Salve-a como XLSX no Excel.',
  'an OpenDocument file': 'um arquivo OpenDocument',
  'Save it as XLSX.': 'Salve-o como XLSX.',
  'a Word document': 'um documento do Word',
  'Copy the table into Excel and save it as XLSX.': 'Copie a tabela para o Excel e salve como XLSX.',
  'a ZIP archive': 'um arquivo ZIP',
  '{name} is damaged: its part {part} is missing.': '{name} está danificado: falta a parte {part}.',
  '{name} is refused: it has {count} parts.': '{name} foi recusado: tem {count} partes.',
  '{name} holds two parts called {part}.': '{name} contém duas partes chamadas {part}.',
  '{name} is refused: it would unpack to more than 1 GiB.': '{name} foi recusado: descompactado passaria de 1 GiB.',
  '{name} is refused: {part} would unpack to {count} times its size.':
    '{name} foi recusado: {part} descompactado teria {count} vezes o tamanho.',
  '{name} is locked by a password.': '{name} está protegido por senha.',
  'Remove the password and save it again.': 'Remova a senha e salve novamente.',
  'Split it into smaller files, or save it as CSV.': 'Divida-o em arquivos menores ou salve-o como CSV.',
  '{name} is damaged: it cannot be unpacked.': '{name} está danificado: não pode ser descompactado.',
  'Upload or copy it again; save it again in Excel.': 'Envie-o ou copie-o novamente; salve-o de novo no Excel.',
  'The record has more than {max} fields.': 'O registro tem mais de {max} campos.',
  'The field {name} {reason}.': 'O campo {name} {reason!}.',
  'Choose JSON Lines for the file, or change the value in the mapping.':
    'Escolha JSON Lines para o arquivo ou altere o valor no mapeamento.',
  'holds the character U+0000, which no text file holds':
    'contém o caractere U+0000, que nenhum arquivo de texto contém',
  'holds half a character (a lone surrogate), which cannot be written':
    'contém meio caractere (um substituto isolado), que não pode ser gravado',
  'has {count} characters, but a cell holds {max}': 'tem {count} caracteres, mas uma célula comporta {max}',
  'holds a character that GB18030 does not have': 'contém um caractere que GB18030 não tem',
  '{name} is empty: there is not even a header.': '{name} está vazio: não há nem cabeçalho.',
  '{name} is empty: there is not even a header in {unit} {row} or below.':
    '{name} está vazio: não há nem cabeçalho em {unit} {row} ou abaixo.',
  'Check the export that makes the file; a file without data still has its header.':
    'Verifique a exportação que gera o arquivo; um arquivo sem dados ainda tem cabeçalho.',
  'The header of {name} cannot be read: {message}': 'O cabeçalho de {name} não pode ser lido: {message~}',
  'Line {line} has {count} cells, but the table has {width} columns.':
    'A linha {line} tem {count} células, mas a tabela tem {width} colunas.',
  'Row {line} has {count} cells, but the table has {width} columns.':
    'A linha {line} tem {count} células, mas a tabela tem {width} colunas.',
  'Line {line} has {count} cell, but the table has {width} columns.':
    'A linha {line} tem {count} célula, mas a tabela tem {width} colunas.',
  'Row {line} has {count} cell, but the table has {width} columns.':
    'A linha {line} tem {count} célula, mas a tabela tem {width} colunas.',
  'Line {line} has {count} cells, but the table has {width} column.':
    'A linha {line} tem {count} células, mas a tabela tem {width} coluna.',
  'Row {line} has {count} cells, but the table has {width} column.':
    'A linha {line} tem {count} células, mas a tabela tem {width} coluna.',
  'Line {line}: {reason}': 'Linha {line}: {reason~}',
  'Row {line}: {reason}': 'Linha {line}: {reason~}',
  'Look for a delimiter or a line break in a value that is not quoted, or for a summary row.':
    'Procure um delimitador ou uma quebra de linha em um valor sem aspas, ou uma linha de resumo.',
  'Line {line} of {name} opens a quote that is never closed, so nothing after it can be read.':
    'A linha {line} de {name} abre uma aspa que nunca se fecha, por isso nada depois dela pode ser lido.',
  'Close or remove the quote; a quote inside a value is written twice.':
    'Feche ou remova a aspa; uma aspa dentro de um valor se escreve em dobro.',
  'Line {line} starts a row of more than 64 MiB or 16,384 cells, which is not read.':
    'A linha {line} inicia uma linha de mais de 64 MiB ou 16.384 células, que não é lida.',
  'Look for a quote that is closed much later than it should be.':
    'Procure uma aspa fechada muito depois do que deveria.',
  'Line {line} starts a row in which text follows a closing quote.':
    'A linha {line} inicia uma linha em que há texto após uma aspa de fechamento.',
  'A quote inside a quoted value is written twice.': 'Uma aspa dentro de um valor entre aspas se escreve em dobro.',
  'Line {line} starts a row that holds a NUL character, which no text may hold.':
    'A linha {line} inicia uma linha que contém um caractere NUL, que nenhum texto pode conter.',
  Format: 'Formato',
  Recognise: 'Reconhecer',
  CSV: 'CSV',
  'JSON Lines': 'JSON Lines',
  XLSX: 'XLSX',
  'Has a header row': 'Tem linha de cabeçalho',
  'For CSV and XLSX. Without it the columns are called column_1, column_2 and so on.':
    'Para CSV e XLSX. Sem ela, as colunas se chamam column_1, column_2 e assim por diante.',
  'Row of the header': 'Linha do cabeçalho',
  'Rows above it are left out.': 'As linhas acima dela são ignoradas.',
  'Rows to skip': 'Linhas a pular',
  'Rows left out after the header, or from the top where there is none.':
    'Linhas ignoradas após o cabeçalho, ou do topo quando não há cabeçalho.',
  'Add the row number': 'Acrescentar o número da linha',
  'Adds the field _row, the line in the file; a key where the data has none of its own.':
    'Acrescenta o campo _row, a linha no arquivo; serve de chave quando os dados não têm nenhuma.',
  Encoding: 'Codificação',
  'UTF-8': 'UTF-8',
  'GB18030 (GBK)': 'GB18030 (inclui GBK)',
  'Windows-1252 (Latin-1)': 'Windows-1252 (inclui Latin-1)',
  'UTF-16 LE': 'UTF-16 LE',
  'UTF-16 BE': 'UTF-16 BE',
  'Windows-1250 (Central Europe)': 'Windows-1250 (Europa Central)',
  'Windows-1251 (Cyrillic)': 'Windows-1251 (cirílico)',
  'Shift-JIS (Japanese)': 'Shift-JIS (japonês)',
  'EUC-JP (Japanese)': 'EUC-JP (japonês)',
  'EUC-KR (Korean)': 'EUC-KR (coreano)',
  'Big5 (Traditional Chinese)': 'Big5 (chinês tradicional)',
  'Text that means null': 'Texto que significa nulo',
  'Error cells': 'Células de erro',
  'Refuse the row': 'Recusar a linha',
  'Are null': 'São nulas',
  'Are their text': 'São o seu texto',
  'For XLSX: #N/A, #DIV/0! and the like.': 'Para XLSX: #N/A, #DIV/0! e semelhantes.',
  'Keep leading zeros': 'Manter zeros à esquerda',
  'For XLSX: a number of the format 00000 is read as it is shown, as 00501.':
    'Para XLSX: um número com o formato 00000 é lido como é mostrado, como 00501.',
  'Blank cells': 'Células vazias',
  'Are null; "" is an empty text': 'São nulas; "" é um texto vazio',
  'Are null, and so is ""': 'São nulas, e "" também',
  'Are empty texts': 'São textos vazios',
  'For CSV.': 'Para CSV.',
  'For CSV: a cell without quotes that holds exactly this text is null.':
    'Para CSV: uma célula sem aspas que contém exatamente este texto é nula.',
  "Take away the ' that guards against formulas": "Retirar o ' que protege contra fórmulas",
  "For a CSV that was exported with the guard: one ' in front of = + - @ and the like is taken away.":
    "Para um CSV exportado com a proteção: um ' na frente de = + - @ e semelhantes é retirado.",
  Delimiter: 'Delimitador',
  'Comma ,': 'Vírgula ,',
  'Semicolon ;': 'Ponto e vírgula ;',
  Tab: 'Tabulação',
  'Bar |': 'Barra |',
  'File name': 'Nome do arquivo',
  'JSON Lines (lossless)': 'JSON Lines (sem perdas)',
  'Encoding of the CSV': 'Codificação do CSV',
  'UTF-8 with BOM (opens in Excel)': 'UTF-8 com BOM (abre no Excel)',
  GB18030: 'GB18030',
  'Text for null': 'Texto para nulo',
  'CSV has no null: null and missing fields become this text, nothing by default; an empty text becomes "".':
    'CSV não tem nulo: nulos e campos ausentes viram este texto, por padrão nada; um texto vazio vira "".',
  'Guard against formulas': 'Proteger contra fórmulas',
  "Texts that start with = + - @ and the like get a ' in front, numbers do not: for files that people open in a spreadsheet. Reading them back takes the ' away where that is switched on.":
    "Textos que começam com = + - @ e semelhantes recebem um ' na frente, números não: para arquivos que pessoas abrem em planilhas. A leitura retira o ' onde isso está ligado.",
  '{name} is refused: it has more than 4 GiB.': '{name} foi recusado: tem mais de 4 GiB.',
  'Split it into smaller files.': 'Divida-o em arquivos menores.',
  'Files have no order by the field {field}; increments go by {other}, the time of the last change.':
    'Arquivos não têm ordem pelo campo {field}; incrementos seguem {other}, a hora da última alteração.',
  'Choose {field} as the increment field, or switch off the increment.':
    'Escolha {field} como campo de incremento ou desative o incremento.',
  'The folder {folder} holds more than {max} files to read.': 'A pasta {folder} contém mais de {max} arquivos a ler.',
  'Choose a folder further down, narrow the pattern, or move files away that were read.':
    'Escolha uma pasta mais abaixo, restrinja o padrão ou mova os arquivos já lidos.',
  'File names': 'Nomes de arquivo',
  'Only files that match are read: * is any text, ? is one character.':
    'Só se leem os arquivos que correspondem: * é qualquer texto, ? é um caractere.',
  Sheet: 'Planilha',
  'For XLSX; empty reads the first one.': 'Para XLSX; vazio lê a primeira.',
  'Add name and time of the file': 'Acrescentar nome e hora do arquivo',
  'Adds the fields _file and _modified; a folder can be read incrementally by _modified.':
    'Acrescenta os campos _file e _modified; uma pasta pode ser lida de forma incremental por _modified.',
  'Without an ending; each batch becomes a new file, with the time after the name.':
    'Sem extensão; cada lote vira um novo arquivo, com a hora após o nome.',
  Folder: 'Pasta',
  'Beneath the place of the connector; empty writes into that place itself.':
    'Sob o local do conector; vazio grava no próprio local.',
  'Line {line} has the name {name} twice in one object, and one of the values would be lost.':
    'A linha {line} tem o nome {name} duas vezes no mesmo objeto, e um dos valores seria perdido.',
  'Give each value a name of its own where the file is made.':
    'Dê a cada valor um nome próprio onde o arquivo é gerado.',
  '{name} is damaged: {value} is no number of a row.': '{name} está danificado: {value} não é um número de linha.',
  '{name} is damaged: row {line} has no place for its cell {place}.':
    '{name} está danificado: a linha {line} não tem lugar para a célula {place}.',
  '{name} is damaged: a cell in row {line} points to a text that is not there.':
    '{name} está danificado: uma célula da linha {line} aponta para um texto que não existe.',
  'Row {line} has a formula in column {column} whose result is not in the file.':
    'A linha {line} tem na coluna {column} uma fórmula cujo resultado não está no arquivo.',
  'Open the file in Excel and save it, so that it holds the results.':
    'Abra o arquivo no Excel e salve-o, para que ele contenha os resultados.',
  Directory: 'Diretório',
  'Only files beneath it are used; . is the directory after signing in.':
    'Somente os arquivos abaixo dele são usados; . é o diretório após entrar.',
  'Files left out because their name does not match the pattern: {count} ({examples}).':
    'Arquivos deixados de fora porque o nome não corresponde ao padrão: {count} ({examples}).',
  'Files left out because their ending is none that is read: {count} ({examples}).':
    'Arquivos deixados de fora porque a extensão não é das que são lidas: {count} ({examples}).',
  'Hidden files and folders left out: {count} ({examples}).':
    'Arquivos e pastas ocultos deixados de fora: {count} ({examples}).',
  'Links and devices left out: {count} ({examples}).': 'Links e dispositivos deixados de fora: {count} ({examples}).',
  'Files left out because their marker is not there yet: {count} ({examples}).':
    'Arquivos deixados de fora porque o marcador ainda não está lá: {count} ({examples}).',
  'Files read although their time is before the window, because they came later: {count} ({examples}).':
    'Arquivos lidos embora a data seja anterior à janela, porque chegaram depois: {count} ({examples}).',
  '{path} was not read: it changed while it was looked at, so it may still be being written.':
    '{path} não foi lido: mudou enquanto era examinado, então talvez ainda esteja sendo escrito.',
  'The next run reads it as it is then. If it is written for long, have it written under another name and renamed, or set a marker.':
    'A próxima execução o lê como estiver. Se a escrita demora, grave com outro nome e renomeie, ou defina um marcador.',
  '{path} was not read: the name that the server lists is not one that it can be asked for.':
    '{path} não foi lido: o nome que o servidor lista não serve para pedi-lo.',
  'Line breaks, and letters in another encoding than UTF-8, are lost on the way: rename the file, or have the server use UTF-8.':
    'Quebras de linha e letras em outra codificação que não UTF-8 se perdem no caminho: renomeie o arquivo ou faça o servidor usar UTF-8.',
  '{path} was not read: it lies deeper than 20 folders.':
    '{path} não foi lido: está a mais de 20 pastas de profundidade.',
  'Choose a folder further down, or look whether the folders lead in a circle.':
    'Escolha uma pasta mais abaixo ou verifique se as pastas formam um círculo.',
  'Seconds a file stands still': 'Segundos em que um arquivo fica parado',
  'A file that changed within the last day is read once size and time stay the same so long; one that is still being written is a rejected row, and is read next time.':
    'Um arquivo que mudou no último dia é lido quando tamanho e data ficam iguais por esse tempo; o que ainda está sendo escrito é uma linha rejeitada e é lido na próxima vez.',
  'Marker of finished files': 'Marcador de arquivos prontos',
  'Where given, only files with a marker beside them are read: a.csv waits until there is a.csv.done.':
    'Quando informado, só são lidos arquivos com um marcador ao lado: a.csv espera até haver a.csv.done.',
  '{name} changed while it was looked at, so it may still be being written.':
    '{name} mudou enquanto era examinado, então talvez ainda esteja sendo escrito.',
  'It is tried again by itself. If it is written for long, have it written under another name and renamed.':
    'A tentativa se repete sozinha. Se a escrita demora, grave com outro nome e renomeie.',
  'The file does not name its encoding. Read as GB18030 its characters are the common ones of Chinese.':
    'O arquivo não diz sua codificação. Lido como GB18030, seus caracteres são os comuns do chinês.',
  'The first line says so, and is no row: sep={sign}': 'A primeira linha o diz e não é uma linha de dados: sep={sign}',
  'Two signs cut the rows into equally many cells.': 'Dois sinais cortam as linhas em igual número de células.',
  'The file does not name its delimiter. By this one the most rows have equally many cells.':
    'O arquivo não diz seu delimitador. Com este, mais linhas têm igual número de células.',
  'The first line looks like data: it holds {value}.': 'A primeira linha parece dados: contém {value}.',
  'In the first line a name is missing or stands twice.': 'Na primeira linha falta um nome ou há um repetido.',
  'The first line looks like names: it holds texts alone, and the lines below hold numbers or days.':
    'A primeira linha parece nomes: só contém textos, e as linhas abaixo contêm números ou datas.',
  'All lines hold texts alone, so the first one may be names or data.':
    'Todas as linhas só contêm textos, então a primeira pode ser nomes ou dados.',
  'Days of {column} contradict each other: {first} has the day first, {second} the month.':
    'As datas de {column} se contradizem: {first} tem o dia primeiro, {second} o mês.',
  'Days of {column} are settled by {value}.': 'As datas de {column} são decididas por {value}.',
  'Days of {column} can be read in two ways, and none of the first lines settles it.':
    'As datas de {column} podem ser lidas de dois modos, e nenhuma das primeiras linhas decide.',
  'Numbers of {column} contradict each other: {first} and {second}.':
    'Os números de {column} se contradizem: {first} e {second}.',
  'Numbers of {column} are settled by {value}.': 'Os números de {column} são decididos por {value}.',
  'Numbers of {column} can be read in two ways, and none of the first lines settles it.':
    'Os números de {column} podem ser lidos de dois modos, e nenhuma das primeiras linhas decide.',
  'Column names': 'Nomes das colunas',
  'A row of data': 'Uma linha de dados',
  'Day first': 'Dia primeiro',
  'Month first': 'Mês primeiro',
  'Decimal comma': 'Vírgula decimal',
  'Decimal point': 'Ponto decimal',
  'Rows of {name} below an empty row, which are read as rows of the table: {count} (first in row {row}).':
    'Linhas de {name} abaixo de uma linha vazia, lidas como linhas da tabela: {count} (a primeira na linha {row}).',
  'Rows of {name} with values right of the table, behind an empty column, which are not read: {count} (first in row {row}).':
    'Linhas de {name} com valores à direita da tabela, depois de uma coluna vazia, que não são lidos: {count} (a primeira na linha {row}).',
  'Merged areas of {name} whose value was put into all of their cells: {count} (first {place}).':
    'Áreas mescladas de {name} cujo valor foi posto em todas as células: {count} (a primeira {place}).',
  'Merged areas of {name} whose value is in their first cell alone, the others are empty: {count} (first {place}).':
    'Áreas mescladas de {name} cujo valor está só na primeira célula, as outras vazias: {count} (a primeira {place}).',
  'Merged cells': 'Células mescladas',
  'Hold their value in the first cell': 'Têm o valor na primeira célula',
  'Hold their value in every cell': 'Têm o valor em cada célula',
  'For XLSX; the log of a run says how many there are.': 'Para XLSX; o log da execução diz quantas há.',
  'Texts such as {text} look guarded against formulas, as exports for spreadsheets are.':
    'Textos como {text} parecem protegidos contra fórmulas, como em exportações para planilhas.',
  'Take the guard away': 'Retirar a proteção',
  'Keep the texts': 'Manter os textos',
}
