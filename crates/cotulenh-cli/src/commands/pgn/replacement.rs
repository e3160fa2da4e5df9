//! Output files that are whole or untouched.

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// An output file that replaces its target once it is complete.
pub struct Replacement {
    pub writer: BufWriter<File>,
    /// The new file and its target; none if the target is not a regular file but, for example, a
    /// pipe.
    temporary: Option<(NamedTempFile, PathBuf)>,
}

impl Replacement {
    pub fn create(path: &Path) -> io::Result<Replacement> {
        // For a link, replace the file it points to.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let existing = fs::metadata(&target).ok();
        if existing.as_ref().is_some_and(|data| !data.is_file()) {
            let writer = BufWriter::new(File::options().write(true).open(&target)?);
            return Ok(Replacement { writer, temporary: None });
        }
        let folder = match target.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        fs::metadata(folder)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".cotulenh-");
        // The usual permissions of a new file, before the system applies the umask.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let temporary = builder.tempfile_in(folder).map_err(plain)?;
        if let Some(data) = existing {
            temporary.as_file().set_permissions(data.permissions())?;
        }
        let writer = BufWriter::new(temporary.reopen().map_err(plain)?);
        Ok(Replacement { writer, temporary: Some((temporary, target)) })
    }

    pub fn finish(self) -> io::Result<()> {
        let file = self.writer.into_inner().map_err(|error| error.into_error())?;
        let Some((temporary, target)) = self.temporary else { return Ok(()) };
        file.sync_all()?;
        drop(file);
        temporary.persist(target).map_err(|error| error.error)?;
        Ok(())
    }
}

/// The error without the name of the temporary file, which means nothing to the user.
fn plain(error: io::Error) -> io::Error {
    error.kind().into()
}
