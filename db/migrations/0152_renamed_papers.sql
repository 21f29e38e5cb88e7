-- PDFs of documents were named by the secret of their link; since when none is any more.
alter table store_identity add column papers_renamed_at timestamptz;
