//! Parts that pages are made of. None knows a page, but for links of documents to chapters of the
//! book.

pub(crate) mod assets;
pub(crate) mod card;
pub(crate) mod controls;
pub(crate) mod etag;
pub(crate) mod foreign;
pub(crate) mod form;
pub(crate) mod frame;
pub(crate) mod glossary;
pub(crate) mod head;
pub(crate) mod icon;
pub(crate) mod listing;
pub(crate) mod lock;
pub(crate) mod markdown;
pub(crate) mod neighbours;
pub(crate) mod number;
pub(crate) mod picture;
pub(crate) mod request;
pub(crate) mod slider;
pub(crate) mod strategies;
pub(crate) mod street;
pub(crate) mod tabs;
pub(crate) mod titles;
pub(crate) mod tree;
pub(crate) mod verdict;
