-- Nothing has written these since editions have files of their own (edition_file), and nothing reads them.
alter table edition
  drop column pages,
  drop column pdf_key,
  drop column workbook_key,
  drop column made_at;
