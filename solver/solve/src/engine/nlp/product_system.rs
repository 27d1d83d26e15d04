//! Equations between sums of products, in doubles and in whole numbers.

use nalgebra::{DMatrix, DVector};

use crate::exact::Rational;

/// A whole number and unknowns times whole numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AffineForm {
    /// The number.
    pub constant: i64,
    /// The unknowns, by index, each at most once.
    pub unknowns: Vec<(usize, i64)>,
}

/// A product of affine forms with a coefficient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductTerm {
    /// The coefficient.
    pub coefficient: Rational,
    /// The forms, by index.
    pub forms: Vec<usize>,
}

/// Sums of products of affine forms, as many as there are unknowns, that are to be 0 at once, while
/// no form is below 0.
#[derive(Clone, Debug)]
pub struct ProductSystem {
    pub(super) unknowns: usize,
    pub(super) forms: Vec<AffineForm>,
    equations: Vec<Vec<ProductTerm>>,
    /// Factor of each equation by which its largest coefficient becomes 1.
    units: Vec<f64>,
    /// The most factors of a product.
    degree: usize,
}

impl ProductSystem {
    /// The system in so many unknowns.
    pub fn new(unknowns: usize, forms: Vec<AffineForm>, equations: Vec<Vec<ProductTerm>>) -> Self {
        let unit = |equation: &Vec<ProductTerm>| {
            let sizes = equation.iter().map(|term| term.coefficient.to_f64().abs());
            let largest = sizes.fold(0.0, f64::max);
            if largest > 0.0 { 1.0 / largest } else { 1.0 }
        };
        let units = equations.iter().map(unit).collect();
        let lengths = equations.iter().flatten().map(|term| term.forms.len());
        let degree = lengths.max().unwrap_or(0);
        Self { unknowns, forms, equations, units, degree }
    }

    /// The forms at a point that is measured in parts of `one`.
    pub fn values(&self, point: &[Rational], one: &Rational) -> Vec<Rational> {
        let value = |form: &AffineForm| {
            let terms = form.unknowns.iter();
            let start = Rational::from(form.constant) * one;
            terms.fold(start, |sum, (at, times)| sum + Rational::from(*times) * &point[*at])
        };
        self.forms.iter().map(value).collect()
    }

    /// The forms at a point in doubles.
    pub(super) fn guessed(&self, point: &[f64]) -> Vec<f64> {
        let value = |form: &AffineForm| {
            let terms = form.unknowns.iter().map(|(at, times)| *times as f64 * point[*at]);
            form.constant as f64 + terms.sum::<f64>()
        };
        self.forms.iter().map(value).collect()
    }

    /// Values of the equations in doubles, and their derivatives.
    pub(super) fn linearised(&self, point: &[f64]) -> (DVector<f64>, DMatrix<f64>) {
        let forms = self.guessed(point);
        let mut values = DVector::zeros(self.equations.len());
        let mut slopes = DMatrix::zeros(self.equations.len(), self.unknowns);
        let mut by_form = vec![0.0; forms.len()];
        for (row, (equation, unit)) in self.equations.iter().zip(&self.units).enumerate() {
            for term in equation {
                let coefficient = term.coefficient.to_f64() * unit;
                values[row] +=
                    term.forms.iter().fold(coefficient, |product, at| product * forms[*at]);
                for (place, form) in term.forms.iter().enumerate() {
                    let others = term.forms.iter().enumerate().filter(|(at, _)| *at != place);
                    by_form[*form] +=
                        others.fold(coefficient, |product, (_, at)| product * forms[*at]);
                }
            }
            for (form, slope) in self.forms.iter().zip(&mut by_form) {
                if *slope != 0.0 {
                    for (unknown, times) in &form.unknowns {
                        slopes[(row, *unknown)] += *slope * *times as f64;
                    }
                    *slope = 0.0;
                }
            }
        }
        (values, slopes)
    }

    /// Values of some equations at a point that is measured in parts of `one`, a power of two; in
    /// the units of [`Self::linearised`] times `scale`, in doubles.
    ///
    /// The forms are whole numbers of such parts, and so are products: nothing is rounded before
    /// the end.
    pub(super) fn residuals(
        &self,
        equations: &[usize],
        point: &[Rational],
        one: &Rational,
        scale: &Rational,
    ) -> Vec<f64> {
        let forms = self.values(point, one);
        let parts = scale / one.pow(self.degree);
        let residual = |equation: &usize| {
            let mut sums = vec![Rational::ZERO; self.degree + 1];
            for term in &self.equations[*equation] {
                let factors = term.forms.iter();
                sums[term.forms.len()] += &factors
                    .fold(term.coefficient.clone(), |product, form| product * &forms[*form]);
            }
            // Horner: a product of fewer factors has fewer parts of one.
            let whole = sums.iter().fold(Rational::ZERO, |sum, part| sum * one + part);
            (whole * &parts).to_f64() * self.units[*equation]
        };
        equations.iter().map(residual).collect()
    }
}
